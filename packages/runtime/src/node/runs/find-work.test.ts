import { existsSync, readdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { stepDisk } from "../../../testing/step-disk.ts";
import type { Runs } from "../../run.ts";
import { broken, handler, startOf } from "../../testing/runs/runs-cases.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { fileRuns } from "./file-runs.ts";
import { workFinder } from "./find-work.ts";
import { type RunFolder, runFolder } from "./run-folder.ts";

let tree: WrittenTree;
let runs: Runs;
let folder: RunFolder;
let calls: string[];
let find: () => Promise<readonly string[]>;
beforeEach(() => {
  tree = writeTree();
  calls = [];
  const path = tree.at("runs");
  const disk = stepDisk(({ call }) => void calls.push(call));
  runs = fileRuns(path);
  folder = runFolder(path, disk, "default");
  const finder = workFinder({ path, folder, application: "default", now: Date.now, disk });
  find = async () => {
    calls = [];
    return (await finder()).map(({ id }) => id);
  };
});
afterEach(() => tree.remove());

const succeed = handler(async () => 1);
const asks = handler((durable) => durable.wait("q", { kind: "approval" }));

/** As if everything was changed some time ago. */
const settle = () => {
  for (const id of readdirSync(tree.at("runs")))
    if (existsSync(tree.at(`runs/${id}/journal.jsonl`)))
      utimesSync(tree.at(`runs/${id}/journal.jsonl`), 1_000, 1_000);
  utimesSync(tree.at("runs"), 1_000, 1_000);
};

/** Starts a run for workers. */
const start = (id: string) => runs.start(startOf(id), { background: true });

/** Runs that have ended. */
async function endRuns(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await runs.start(startOf(`e${index}`));
    await runs.run(`e${index}`, succeed);
  }
}

describe("X9 a worker that looks for runs in a folder", () => {
  test("X9 finds none where no run was ever stored", async () => {
    expect(await find()).toEqual([]);
    await start("a");
    expect(await find()).toEqual(["a"]);
  });

  test("X9 leaves a run to whoever has just started or answered it", async () => {
    await runs.start(startOf("a"));
    expect(await find()).toEqual([]);
    settle();
    expect(await find()).toEqual(["a"]);
    await runs.run("a", asks);
    await runs.signal("a", "q", "yes");
    expect(await find()).toEqual([]);
    settle();
    expect(await find()).toEqual(["a"]);
  });

  test("X9 makes one system call for each run that waits, and none for those that have ended or are not its own", async () => {
    await endRuns(20);
    await runs.start({ ...startOf("other"), application: "other" });
    expect(await find()).toEqual([]);
    settle();
    expect(await find()).toEqual([]);
    expect(await find()).toEqual([]);
    expect(calls).toEqual(["stat"]);
    await runs.start(startOf("waits"));
    await runs.run("waits", asks);
    await find();
    settle();
    await find();
    await find();
    expect(calls).toEqual(["stat", "stat"]);
  });

  test("X9 finds a run that is started, interrupted or answered, oldest first", async () => {
    await endRuns(1);
    for (const id of ["b", "a"]) await start(id);
    await runs.run("a", asks);
    settle();
    expect(await find()).toEqual(["b"]);
    await runs.signal("a", "q", "yes");
    settle();
    expect(await find()).toEqual(["a", "b"]);
    await expect(runs.run("b", handler(broken))).rejects.toThrow("broke");
    await start("c");
    expect(await find()).toEqual(["a", "b", "c"]);
    for (const id of ["a", "b"]) await runs.run(id, succeed);
    expect(await find()).toEqual(["c"]);
    expect(await runs.delete("c")).toBe(true);
    expect(await find()).toEqual([]);
  });

  test("X9 finds a run that was started when the folder had just been changed", async () => {
    await runs.start(startOf("a"));
    await runs.run("a", succeed);
    const now = Date.now() / 1_000;
    utimesSync(tree.at("runs"), now, now);
    expect(await find()).toEqual([]);
    await start("b");
    utimesSync(tree.at("runs"), now, now);
    expect(await find()).toEqual(["b"]);
  });

  test("X9 finds a run whose folder was there before its journal", async () => {
    await runs.start(startOf("a"));
    renameSync(tree.at("runs/a/journal.jsonl"), tree.at("later"));
    settle();
    for (let look = 0; look < 2; look += 1) expect(await find()).toEqual([]);
    renameSync(tree.at("later"), tree.at("runs/a/journal.jsonl"));
    settle();
    expect(await find()).toEqual(["a"]);
  });

  test("X9 finds a new run with the id of one that had ended, though not at once", async () => {
    await endRuns(1);
    settle();
    expect(await find()).toEqual([]);
    await runs.delete("e0");
    await start("e0");
    settle();
    let looks = 0;
    while ((await find()).length === 0 && looks < 1_000) looks += 1;
    expect(looks).toBeLessThan(300);
    expect(await find()).toEqual(["e0"]);
  });

  test("X9 finds a run again if its last execution does not count", async () => {
    await runs.start(startOf("a"));
    for (let round = 0; round < 5; round += 1)
      await expect(runs.run("a", handler(broken))).rejects.toThrow("broke");
    expect(await find()).toEqual([]);
    folder.spare("a", 5);
    expect(await find()).toEqual(["a"]);
    expect((await folder.read("a"))?.state.executions).toBe(4);
  });

  test("X9 leaves a run alone that another process executes, and tries now and then whether it still does", async () => {
    await start("a");
    writeFileSync(tree.at("runs/a/lock"), "{}");
    const found: unknown[] = [];
    for (let look = 0; look < 8; look += 1) found.push((await find()).length);
    expect(found).toEqual([1, 0, 0, 0, 1, 0, 0, 0]);
  });
});
