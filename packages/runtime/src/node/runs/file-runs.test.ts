import { afterEach, beforeEach, describe, test } from "vitest";
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
});
