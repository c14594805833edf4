import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { PLAIN, runWithSecrets, SECRET } from "../../../testing/secret-runs.ts";
import { memoryRuns } from "../../execution/engine/memory-runs.ts";
import { writeTree } from "../../testing/write-tree.ts";
import { fileRuns } from "./file-runs.ts";

/** Every byte below a folder. */
function bytesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

describe("the value of a secret input", () => {
  test.each([
    ["files", (folder: string) => fileRuns(folder)],
  ])("X8 is nowhere in %s, whatever the run does with it", async (_, open) => {
    const tree = writeTree();
    onTestFinished(() => tree.remove());
    const seen = JSON.stringify(await runWithSecrets(open(tree.at("runs"))));
    const stored = bytesBelow(tree.at("runs"));
    expect(stored).toContain(PLAIN);
    expect(seen).toContain("[secret token]");
    expect(contextsOf(stored)).toEqual([]);
    expect(contextsOf(seen)).toEqual([]);
  });

  test("X8 is in no result and no view of runs in memory", async () => {
    expect(contextsOf(JSON.stringify(await runWithSecrets(memoryRuns())))).toEqual([]);
  });
});

/** What is before the beginning of the secret, wherever it occurs. */
function contextsOf(text: string): readonly string[] {
  return text
    .split(SECRET.slice(0, 8))
    .slice(0, -1)
    .map((before) => before.slice(-80));
}
