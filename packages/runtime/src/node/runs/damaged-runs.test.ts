import { chmodSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { handler, ids, startOf } from "../../testing/runs/runs-cases.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { type Disk, nodeDisk } from "../state/disk.ts";
import { fileRuns } from "./file-runs.ts";

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree();
});
afterEach(() => tree.remove());

/** What people and power failures do to a journal. */
const DAMAGE: Readonly<Record<string, (path: string, text: string) => void>> = {
  "is empty": (path) => truncateSync(path),
  "ends in its first record": (path) => truncateSync(path, 20),
  "has lost its definition": (path, text) => writeFileSync(path, `${text.split("\n")[0]}\n`),
  "has a line that is not JSON": (path, text) => writeFileSync(path, text.replace("begin", 'be"gin')),
  "has a record without a kind": (path, text) => writeFileSync(path, text.replace('"begin"', "7")),
  "has a record without a number": (path, text) => writeFileSync(path, text.replace("executions", "e")),
  "has another id": (path, text) => writeFileSync(path, text.replace('"id":"bad"', '"id":"good"')),
  "has an application that is not a name": (path, text) => writeFileSync(path, text.replace('"shop"', "7")),
  "has needs without names": (path, text) => writeFileSync(path, text.replace('"Mail"', "7")),
  "can be written by others": (path) => chmodSync(path, 0o666),
  "is a link": (path) => {
    rmSync(path);
    symlinkSync("/etc/passwd", path);
  },
};

async function startBoth() {
  const runs = fileRuns(tree.at("runs"));
  await runs.start(startOf("good"));
  await runs.start({ ...startOf("bad"), application: "shop", needs: [{ kind: "tool", name: "Mail" }] });
  const stops = handler(() => Promise.reject(new Error("stop")));
  await expect(runs.run("bad", stops)).rejects.toThrow("stop");
  return runs;
}

describe("X9 a run whose journal", () => {
  test.each(Object.entries(DAMAGE))("X9 %s is listed as damaged, and can be deleted", async (_, damage) => {
    const runs = await startBoth();
    const path = tree.at("runs/bad/journal.jsonl");
    const before = readFileSync(path, "utf8");
    expect(await runs.damaged()).toEqual([]);
    damage(path, before);
    expect(await runs.damaged()).toEqual([{ id: "bad", message: expect.stringContaining(path) }]);
    expect(await ids(runs)).toEqual(["good"]);
    await expect(runs.get("bad")).rejects.toMatchObject({ code: expect.stringMatching(/^state\./) });
    expect(await runs.delete("bad")).toBe(true);
    expect(await runs.damaged()).toEqual([]);
    expect(await ids(runs)).toEqual(["good"]);
  });

  test("X9 may not be read is damaged, but a disk that cannot be read is an error", async () => {
    await startBoth();
    const failing = (code: string): Disk => ({
      ...nodeDisk,
      open: async (path, ...rest) => {
        if (path.includes("/bad/")) throw Object.assign(new Error(`${code}: ${path}`), { code });
        return nodeDisk.open(path, ...rest);
      },
    });
    const closed = fileRuns(tree.at("runs"), { disk: failing("EACCES") });
    expect((await closed.damaged()).map(({ id }) => id)).toEqual(["bad"]);
    expect(await ids(closed)).toEqual(["good"]);
    const broken = fileRuns(tree.at("runs"), { disk: failing("EMFILE") });
    await expect(broken.damaged()).rejects.toMatchObject({ code: "EMFILE" });
    await expect(ids(broken)).rejects.toMatchObject({ code: "EMFILE" });
  });
});

test("X9 a file and an empty folder among the runs are not runs", async () => {
  const runs = await startBoth();
  tree.write({ "runs/notes": "text", "runs/empty/other": "text" });
  expect(await ids(runs)).toEqual(["good", "bad"]);
  expect(await runs.damaged()).toEqual([]);
  for (const id of ["notes", "empty"]) {
    expect(await runs.get(id)).toBeUndefined();
    expect(await runs.delete(id)).toBe(false);
  }
});
