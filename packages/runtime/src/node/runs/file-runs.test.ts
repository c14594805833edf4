import { existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runsSuite } from "../../testing/runs-suite.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { fileRuns } from "./file-runs.ts";

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree();
});
afterEach(() => tree.remove());

describe("X9 runs in files", () => {
  test.each(runsSuite)("X9 a folder of runs $title", ({ run }) =>
    run((clock) => ({ open: () => fileRuns(tree.at("runs"), { now: () => clock.now, pollMs: 10 }) })));

  test("X9 nothing is left of a run that does not exist", async () => {
    const runs = fileRuns(tree.at("runs"));
    const ran = () => Promise.reject(new Error("ran"));
    for (const attempt of [
      () => runs.run("none", ran),
      () => runs.signal("none", "k", 1),
      () => runs.cancel("none", "why"),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "run.unknown" });
    expect(existsSync(tree.at("runs/none"))).toBe(false);
  });
});
