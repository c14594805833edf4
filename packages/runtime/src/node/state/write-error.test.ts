import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failingDisk, stepsOf } from "../../../testing/step-disk.ts";
import { isKnowhowError } from "../../errors.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { fileRuns } from "../runs/file-runs.ts";
import { openAppendLog } from "./append-log.ts";
import type { Disk } from "./disk.ts";
import { openJournal } from "./journal.ts";
import { recordFolder } from "./record-folder.ts";
import { replaceFolder } from "./replace-folder.ts";
import { withLock } from "./with-lock.ts";
import { writeError } from "./write-error.ts";
import { writeFileAtomic } from "./write-file.ts";

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree();
});
afterEach(() => {
  vi.unstubAllEnvs();
  tree.remove();
});

/** Everything that writes durable files, in a folder that exists. */
const WRITES: Readonly<Record<string, (folder: string, disk?: Disk) => Promise<unknown>>> = {
  "a private file": (folder, disk) =>
    writeFileAtomic(`${folder}/file`, "text", { private: true, sync: true, ...(disk && { disk }) }),
  "a new private file": (folder, disk) =>
    writeFileAtomic(`${folder}/new`, "text", { private: true, exclusive: true, ...(disk && { disk }) }),
  "a log": async (folder, disk) => {
    const rotation = { maxFileBytes: 100_000, keepFiles: 2 };
    const log = await openAppendLog(`${folder}/log.jsonl`, { sync: true, rotation, ...(disk && { disk }) });
    await log.append("x");
  },
  "a journal": async (folder, disk) => {
    const exists = existsSync(`${folder}/journal.jsonl`);
    if (!exists) writeFileSync(`${folder}/journal.jsonl`, "1\n2", { mode: 0o600 });
    const journal = await openJournal(`${folder}/journal.jsonl`, disk);
    journal?.append("x");
    await journal?.sync();
    await journal?.close();
  },
  "a record": async (folder, disk) => {
    const records = recordFolder(folder, { parse: (value) => value, sync: true, ...(disk && { disk }) });
    await records.put("key", 1);
    await records.delete("key");
  },
  "a lock": (folder, disk) => withLock(`${folder}/lock`, async () => 1, { waitMs: 0, ...(disk && { disk }) }),
  "a folder": (folder, disk) =>
    replaceFolder(
      { id: "p-1", folder: `${folder}/skill`, files: [{ path: "a", bytes: new Uint8Array(1), mode: 0o644 }] },
      disk,
    ),
};

/** The error that a write ends with; undefined if it succeeds. */
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error) => error,
  );

describe("a file that cannot be written", () => {
  it.each(
    Object.entries(WRITES).flatMap(([what, write]) => [
      { what, write, code: "ENOSPC", name: "state.disk-full" },
      { what, write, code: "EACCES", name: "state.not-writable" },
    ]),
  )("is reported with its folder, whichever system call fails: $what, $code", async (given) => {
    const { write, code, name } = given;
    mkdirSync(tree.at("first"), { mode: 0o700 });
    const calls = await stepsOf((disk) => write(tree.at("first"), disk));
    const failed: unknown[] = [];
    for (const [index, call] of calls.entries()) {
      const folder = tree.at(`${index}`);
      mkdirSync(folder, { mode: 0o700 });
      const error = await errorOf(write(folder, failingDisk(index + 1, code)));
      if (error === undefined) continue;
      failed.push(call);
      expect([call, isKnowhowError(error) && error.code]).toEqual([call, name]);
      expect(String(error)).toContain(`cannot write to ${folder}: `);
    }
    expect(failed.length).toBeGreaterThan(2);
  });

  it.each([
    ["ENOSPC", "state.disk-full", "the disk is full"],
    ["EDQUOT", "state.disk-full", "the disk quota is used up"],
    ["EROFS", "state.not-writable", "the file system is read-only"],
    ["EACCES", "state.not-writable", "permission denied"],
    ["EPERM", "state.not-writable", "operation not permitted"],
  ])("is reported with the reason: %s", (code, name, reason) => {
    const cause = Object.assign(new Error(code), { code });
    expect(writeError(cause, "/a/b")).toMatchObject({
      code: name,
      message: `cannot write to /a: ${reason} (${code})`,
      cause,
    });
  });

  it("is reported unchanged for any other reason, and if it does not belong to the state", async () => {
    const write = (disk: Disk, isPrivate: boolean) =>
      writeFileAtomic(tree.at("file"), "text", { private: isPrivate, disk });
    const open = 1 + (await stepsOf((disk) => write(disk, true))).indexOf("open");
    await expect(write(failingDisk(open, "EIO"), true)).rejects.toMatchObject({ code: "EIO" });
    const plain = 1 + (await stepsOf((disk) => write(disk, false))).indexOf("open");
    await expect(write(failingDisk(plain, "ENOSPC"), false)).rejects.toMatchObject({ code: "ENOSPC" });
  });

  it.each([
    "",
    "/below",
    "/below/it",
  ])("is reported with the file that is in the place of its folder%s", async (below) => {
    writeFileSync(tree.at("state"), "");
    const folder = tree.at("state") + below;
    const runs = fileRuns(folder);
    const definition = { format: 1, entry: "s", skills: {} } as const;
    const uses = [
      ...["a private file", "a new private file", "a log", "a lock"].map((what) => WRITES[what]?.(folder)),
      runs.start({ id: "a", definition, inputs: {}, startedAt: 0 }),
      runs.list()[Symbol.asyncIterator]().next(),
      runs.damaged(),
      new Promise((_, reject) => {
        const onStore = (_state: string, error?: unknown) => reject(error);
        const work = async () => ({ runId: "a", skill: "s", status: "failed", steps: [] }) as const;
        void runs.work(work, { concurrency: 1, application: "default", onStore }).then(async (worker) => {
          await runs.damaged().catch(() => undefined);
          await worker.close();
        });
      }),
    ];
    for (const use of uses)
      await expect(use).rejects.toMatchObject({
        code: "state.not-private",
        message: `${tree.at("state")} is not a folder`,
        hint: "move that file, or choose another folder with KNOWHOW_STATE_DIR or KNOWHOW_CACHE_DIR",
      });
  });

  it("is reported with the variable that chooses another folder, if one does", async () => {
    vi.stubEnv("KNOWHOW_STATE_DIR", tree.at("state"));
    vi.stubEnv("KNOWHOW_CACHE_DIR", tree.at("cache"));
    const hintOf = async (name: string, code: string) => {
      const path = tree.at(name);
      const write = (disk: Disk) => writeFileAtomic(path, "text", { private: true, disk });
      const at = 1 + (await stepsOf(write)).indexOf("open");
      const error = await errorOf(write(failingDisk(at, code)));
      return isKnowhowError(error) ? error.hint : undefined;
    };
    expect([
      await hintOf("state/runs/a", "ENOSPC"),
      await hintOf("state/runs/a", "EROFS"),
      await hintOf("cache/a", "EACCES"),
      await hintOf("other/a", "ENOSPC"),
      await hintOf("other/a", "EACCES"),
    ]).toEqual([
      "free some space there, or set KNOWHOW_STATE_DIR to a folder on another disk",
      `make ${tree.at("state")} writable for your user, or set KNOWHOW_STATE_DIR to a folder that is`,
      `make ${tree.at("cache")} writable for your user, or set KNOWHOW_CACHE_DIR to a folder that is`,
      "free some space there, or choose another folder",
      `make ${tree.at("other")} writable for your user, or choose another folder`,
    ]);
  });

  it("is reported on a real disk that is full, and on one that is mounted read-only", async ({ skip }) => {
    const disk = tree.at("disk");
    mkdirSync(disk, { mode: 0o700 });
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "none", disk]);
    skip(mounted.status !== 0, "no file system can be mounted here");
    try {
      for (const write of Object.values(WRITES)) await write(disk);
      const large = writeFileAtomic(`${disk}/file`, "x".repeat(100_000), { private: true });
      await expect(large).rejects.toMatchObject({ code: "state.disk-full" });
      await errorOf(Promise.resolve().then(() => writeFileSync(`${disk}/rest`, "x".repeat(100_000))));
      for (const [what, write] of Object.entries(WRITES)) {
        const error = await errorOf(write(disk));
        // A few bytes still fit into a file that exists.
        if (error !== undefined) expect([what, error]).toMatchObject([what, { code: "state.disk-full" }]);
      }
      await expect(WRITES["a private file"]?.(disk)).rejects.toMatchObject({ code: "state.disk-full" });
      expect(spawnSync("mount", ["-o", "remount,ro", disk]).status).toBe(0);
      for (const [what, write] of Object.entries(WRITES))
        expect([what, await errorOf(write(disk))]).toMatchObject([what, { code: "state.not-writable" }]);
      expect(readFileSync(`${disk}/file`, "utf8")).toBe("text");
    } finally {
      spawnSync("umount", [disk]);
    }
  });
});
