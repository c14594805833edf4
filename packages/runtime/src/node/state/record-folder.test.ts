import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StateChildren, stateChildren } from "../../../testing/state-children.ts";
import { runStateTask, type StateTask } from "../../../testing/state-task.ts";
import { failingDisk, stepsOf } from "../../../testing/step-disk.ts";
import { recordStoreSuite } from "../../testing/record-store-suite.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { nodeHash } from "../node-hash.ts";
import { type RecordFolderOptions, type RecordProblem, recordFolder } from "./record-folder.ts";

const isRoot = process.getuid?.() === 0;
const posix = process.platform !== "win32";

let tree: WrittenTree;
let folder: string;
let problems: RecordProblem[];
beforeEach(() => {
  tree = writeTree();
  folder = tree.at("state/records");
  problems = [];
});
afterEach(() => tree.remove());

const fileOf = (key: string): string => `${folder}/${nodeHash.sha256(key)}.json`;
const names = (): readonly string[] => readdirSync(folder);

function open(more: Partial<RecordFolderOptions<unknown>> = {}) {
  return recordFolder(folder, {
    parse: (value) => value,
    onProblem: (problem) => problems.push(problem),
    ...more,
  });
}

describe("records in a folder", () => {
  it.each(recordStoreSuite)("$title", async ({ run }) => {
    await run(() => ({ open }));
    expect(problems).toEqual([]);
  });

  it.skipIf(!posix)(
    "T3 are files that only the user can read, and their names do not reveal the keys",
    async () => {
      await open().put("secret/key", 1);
      expect(names()).toEqual([`${nodeHash.sha256("secret/key")}.json`]);
      expect(statSync(fileOf("secret/key")).mode & 0o777).toBe(0o600);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    },
  );

  it("are of the type that the caller reads; what is not counts as absent and is reported", async () => {
    const numbers = recordFolder(folder, {
      parse: (value) => (typeof value === "number" ? value : undefined),
      onProblem: (problem) => problems.push(problem),
    });
    await numbers.put("a", 1);
    await open().put("b", "text");
    expect([await numbers.get("a"), await numbers.get("b")]).toEqual([1, undefined]);
    expect(await numbers.list()).toEqual([{ key: "a", value: 1 }]);
    expect(problems).toEqual([
      { path: fileOf("b"), problem: "contains an invalid value" },
      { path: fileOf("b"), problem: "contains an invalid value" },
    ]);
  });

  it("have a limit, for writing and for reading", async () => {
    const small = open({ maxBytes: 100 });
    await expect(small.put("a", "x".repeat(200))).rejects.toMatchObject({ code: "state.too-large" });
    await open().put("a", "x".repeat(200));
    expect(await small.get("a")).toBeUndefined();
    expect(await small.list()).toEqual([]);
    expect(problems[0]).toEqual({ path: fileOf("a"), problem: "is larger than 100 bytes" });
    expect(await open().get("a")).toBe("x".repeat(200));
  });
});

describe("a record that another user could have written", () => {
  beforeEach(() => open().put("a", "mine"));

  const refused = async (path: string, problem: string | RegExp) => {
    problems = [];
    expect(await open().get("a")).toBeUndefined();
    expect(await open().list()).toEqual([]);
    expect(problems).toEqual([0, 1].map(() => ({ path, problem: expect.stringMatching(problem) })));
  };

  it.skipIf(!posix)("T3 counts as absent when others can write the file or the folder", async () => {
    chmodSync(fileOf("a"), 0o620);
    await refused(fileOf("a"), "can be written by other users");
    chmodSync(fileOf("a"), 0o600);
    chmodSync(folder, 0o777);
    await refused(folder, "can be written by other users");
    await expect(open().put("a", "new")).rejects.toMatchObject({ code: "state.not-private" });
    chmodSync(folder, 0o700);
    expect(await open().get("a")).toBe("mine");
  });

  it.skipIf(!isRoot)(
    "T3 counts as absent when it, or its folder, is another user's (needs the superuser)",
    async () => {
      chownSync(fileOf("a"), 4711, 4711);
      await refused(fileOf("a"), "belongs to another user");
      chownSync(fileOf("a"), 0, 0);
      chownSync(folder, 4711, 4711);
      await refused(folder, "belongs to another user");
    },
  );

  it("T3 counts as absent when it is a link or a folder", async () => {
    renameSync(fileOf("a"), tree.at("elsewhere"));
    symlinkSync(tree.at("elsewhere"), fileOf("a"));
    await refused(fileOf("a"), "is not a regular file");
    rmSync(fileOf("a"));
    mkdirSync(fileOf("a"));
    await refused(fileOf("a"), "is not a regular file");
  });

  it.each<[string, string]>([
    ["", "is not JSON"],
    ["{", "is not JSON"],
    ["[]", "is not a record of this folder"],
    ['{"key":1,"value":2}', "is not a record of this folder"],
    ['{"key":"b","value":2}', "is not a record of this folder"],
    ['{"key":"a"}', "contains an invalid value"],
  ])("T3 counts as absent when it is %j", async (text, problem) => {
    writeFileSync(fileOf("a"), text);
    await refused(fileOf("a"), problem);
    await open().put("a", "again");
    expect(await open().get("a")).toBe("again");
  });

  it("T3 counts as absent under another key's name", async () => {
    renameSync(fileOf("a"), fileOf("b"));
    expect(await open().get("b")).toBeUndefined();
    expect(problems).toEqual([{ path: fileOf("b"), problem: "is not a record of this folder" }]);
  });

  it("is not looked for in other files of the folder", async () => {
    for (const name of ["notes.json", "x.tmp", `${"0".repeat(64)}.json.bak`])
      writeFileSync(`${folder}/${name}`, "{");
    expect(await open().list()).toEqual([{ key: "a", value: "mine" }]);
    expect(problems).toEqual([]);
  });
});

const TASKS: readonly (readonly [string, (folder: string) => StateTask, unknown])[] = [
  ["puts a record", (folder) => ({ kind: "put", folder, key: "a", data: "new" }), "new"],
  ["deletes a record", (folder) => ({ kind: "delete", folder, key: "a" }), undefined],
];

describe("a failure of the disk", () => {
  it.each(
    TASKS,
  )("at any call, while one %s, leaves what was there or what is new", async (_, task, after) => {
    const other = open();
    await other.put("b", "kept");
    const calls = await stepsOf((disk) => runStateTask(task(folder), 0, disk));
    for (const [index, call] of calls.entries()) {
      await other.put("a", "old");
      const failed = await runStateTask(task(folder), 0, failingDisk(index + 1, "ENOSPC")).then(
        () => false,
        () => true,
      );
      const now = await other.get("a");
      expect(failed ? ["old", after] : [after], `call ${index + 1}, ${call}`).toContain(now);
      expect(await other.get("b")).toBe("kept");
    }
    await other.put("a", "old");
    expect(names()).toHaveLength(2);
    expect(problems).toEqual([]);
  });
});

describe("real processes", { timeout: 120_000 }, () => {
  let children: StateChildren;
  beforeAll(async () => {
    children = await stateChildren();
  });
  afterAll(() => children.remove());

  it.each(
    TASKS,
  )("one that is killed before any of its system calls, while it %s, breaks no record", async (_, task, after) => {
    const store = open();
    await store.put("b", "kept");
    await store.put("a", "old");
    const seen = new Set<unknown>();
    await children.killAtEveryStep(
      () => {
        writeFileSync(fileOf("a"), `${JSON.stringify({ key: "a", value: "old" })}\n`, { mode: 0o600 });
        return { task: task(folder) };
      },
      async (killAt) => {
        const now = await store.get("a");
        seen.add(now);
        expect(["old", after], `killed before call ${killAt}`).toContain(now);
        await store.put("b", "kept");
        expect(
          names().filter((name) => name.endsWith(".tmp")),
          `killed before call ${killAt}`,
        ).toEqual([]);
      },
    );
    expect(seen).toEqual(new Set(["old", after]));
    expect(problems).toEqual([]);
  });

  it("that put at the same time never lose each other's records, also when one is killed", async () => {
    const running = ["a", "b", "c"].map((name) =>
      children.start({ task: { kind: "put", folder, key: `${name}-%`, data: `${name}-%` }, times: 60 }),
    );
    await running[0]?.reaches(10);
    running[0]?.process.kill("SIGKILL");
    const ended = await Promise.all(running.map((child) => child.ended));
    expect(ended.map(({ stderr }) => stderr).join("")).toBe("");
    const kept = new Map((await open().list()).map(({ key, value }) => [key, value]));
    for (const [index, name] of ["a", "b", "c"].entries()) {
      for (let round = 0; round < (ended[index]?.done ?? 0); round += 1)
        expect(kept.get(`${name}-${round}`)).toBe(`${name}-${round}`);
    }
    expect(ended.slice(1).map(({ done }) => done)).toEqual([60, 60]);
    expect(problems).toEqual([]);
  });

  it("keep the old record when the disk is full", async ({ skip }) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "none", folder]);
    skip(mounted.status !== 0, "no file system can be mounted here");
    try {
      await open().put("a", "old");
      const task = { kind: "put", folder, key: "a", data: "x".repeat(100_000) } as const;
      const { code, stderr } = await children.start({ task }).ended;
      expect([code, /ENOSPC/.test(stderr)]).toEqual([1, true]);
      expect(await open().get("a")).toBe("old");
      expect(names()).toHaveLength(1);
      expect(readFileSync(fileOf("a"), "utf8")).toBe('{"key":"a","value":"old"}\n');
    } finally {
      spawnSync("umount", [folder]);
    }
  });
});
