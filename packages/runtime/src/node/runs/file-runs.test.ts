import { chmodSync, existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startOf } from "../../testing/runs/runs-cases.ts";
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

  test("X9 a run whose file has the definition in its first record can still be read", async () => {
    const { id, definition, inputs, startedAt } = startOf("a");
    const records = [
      { kind: "start", format: 1, id, definition, inputs, startedAt },
      { kind: "step", key: "x", value: 1 },
    ];
    tree.write({ "runs/a/journal.jsonl": records.map((record) => `${JSON.stringify(record)}\n`).join("") });
    chmodSync(tree.at("runs/a/journal.jsonl"), 0o600);
    const runs = fileRuns(tree.at("runs"));
    expect(await runs.get("a")).toMatchObject({ id, definition, inputs });
    const ran: unknown[] = [];
    const result = await runs.run("a", async (run, durable) => {
      ran.push(await durable.step("x", () => 2));
      return { runId: run.id, skill: run.skill, status: "succeeded", steps: [] };
    });
    expect([result.status, ran]).toEqual(["succeeded", [1]]);
  });

  test("X9 a run without its definition is reported with the line that is wrong", async () => {
    const { definition: _, ...start } = startOf("a");
    const records = [
      { kind: "start", format: 1, ...start },
      { kind: "step", key: "x", value: 1 },
    ];
    tree.write({ "runs/a/journal.jsonl": records.map((record) => `${JSON.stringify(record)}\n`).join("") });
    chmodSync(tree.at("runs/a/journal.jsonl"), 0o600);
    await expect(fileRuns(tree.at("runs")).get("a")).rejects.toMatchObject({
      code: "state.log-broken",
      message: expect.stringContaining("journal.jsonl:2 is not a record of a run"),
    });
  });

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
