import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StateChildren, stateChildren } from "../../../testing/state-children.ts";
import { LOG_OPTIONS, runStateTask } from "../../../testing/state-task.ts";
import { failingDisk, stepDisk, stepsOf } from "../../../testing/step-disk.ts";
import type { AppendLog } from "../../state-ports.ts";
import { appendLogSuite, MAX_RECORD_BYTES } from "../../testing/append-log-suite.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { type AppendLogOptions, openAppendLog } from "./append-log.ts";
import type { CutTail } from "./log-tail.ts";

const isRoot = process.getuid?.() === 0;
const posix = process.platform !== "win32";

let tree: WrittenTree;
let path: string;
beforeEach(() => {
  tree = writeTree();
  path = tree.at("state/log.jsonl");
});
afterEach(() => tree.remove());

async function recordsOf(log: AppendLog): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  for await (const { record } of log.records()) records.push(record);
  return records;
}

/** A log with these records, closed. */
async function written(
  records: readonly unknown[],
  options: AppendLogOptions = { chain: true },
): Promise<string> {
  const log = await openAppendLog(path, options);
  for (const record of records) await log.append(record);
  return readFileSync(path, "utf8");
}

/** Opens the log and gives its records and what was cut off. */
async function reopened(options: AppendLogOptions = { chain: true }) {
  const cuts: CutTail[] = [];
  const log = await openAppendLog(path, { ...options, onCut: (cut) => cuts.push(cut) });
  return { records: await recordsOf(log), cuts, log };
}

for (const chain of [false, true]) {
  describe(`a log in a file, ${chain ? "with" : "without"} a chain`, () => {
    it.each(appendLogSuite)("$title", ({ run }) =>
      run(() => ({ open: () => openAppendLog(path, { chain, maxRecordBytes: MAX_RECORD_BYTES }) })));
  });
}

describe("the file of a log", () => {
  it("T6 has one line per record, with its number and the digest of the line before", async () => {
    const lines = (await written([{ a: 1 }, "b"])).split("\n");
    const { createHash } = await import("node:crypto");
    const digest = createHash("sha256")
      .update(lines[0] ?? "")
      .digest("hex");
    expect(lines).toEqual([
      `{"seq":1,"prev":"${"0".repeat(64)}","record":{"a":1}}`,
      `{"seq":2,"prev":"${digest}","record":"b"}`,
      "",
    ]);
  });

  it.skipIf(!posix)("T6 is only for the user, and nothing is left beside it", async () => {
    await written(["a"]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(tree.at("state")).mode & 0o777).toBe(0o700);
    expect(readdirSync(tree.at("state"))).toEqual(["log.jsonl"]);
  });

  it.skipIf(!posix)("T6 is refused when others can write it, or when it is a link", async () => {
    await written(["a"]);
    const log = await openAppendLog(path);
    chmodSync(path, 0o666);
    await expect(log.append("b")).rejects.toMatchObject({ code: "state.not-private" });
    await expect(log.verify()).rejects.toMatchObject({ code: "state.not-private" });
    await expect(openAppendLog(path)).rejects.toMatchObject({ code: "state.not-private" });
    chmodSync(path, 0o600);
    tree.write({ "elsewhere/log": readFileSync(path, "utf8") });
    rmSync(path);
    symlinkSync("../elsewhere/log", path);
    await expect(log.append("b")).rejects.toMatchObject({
      code: "state.not-private",
      message: `${path} is a symbolic link`,
    });
    await expect(recordsOf(log)).rejects.toMatchObject({ code: "state.not-private" });
    expect(readFileSync(tree.at("elsewhere/log"), "utf8").split("\n")).toHaveLength(2);
  });

  it.skipIf(!isRoot)("T6 is refused when it belongs to another user (needs the superuser)", async () => {
    await written(["a"]);
    chownSync(path, 4711, 4711);
    await expect(openAppendLog(path)).rejects.toMatchObject({ code: "state.not-private" });
  });

  it("T6 gets records that came while its lock was taken together, with one flush", async () => {
    const calls: string[] = [];
    const disk = stepDisk(({ call }) => void calls.push(call));
    const log = await openAppendLog(path, { chain: true, sync: true, disk });
    await log.append("first");
    calls.length = 0;
    const second = log.append("second");
    // Not in the same moment: the lock is being taken.
    await Promise.resolve();
    const third = log.append("third");
    expect([(await second).seq, (await third).seq]).toEqual([2, 3]);
    expect(calls.filter((call) => call === "sync")).toHaveLength(1);
    expect(await log.verify()).toMatchObject({ ok: true, records: 3 });
  });

  it("T6 refuses all records that wait if its lock cannot be taken, and accepts later ones", async () => {
    let isLocked = false;
    const disk = stepDisk(({ call }) => {
      if (isLocked && call === "link") throw Object.assign(new Error("no"), { code: "EACCES" });
    });
    const log = await openAppendLog(path, { disk });
    isLocked = true;
    const refused = await Promise.allSettled([log.append("a"), log.append("b")]);
    expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    isLocked = false;
    expect((await log.append("c")).seq).toBe(1);
    expect(await recordsOf(log)).toEqual(["c"]);
  });

  it("that was removed while it was open is begun again", async () => {
    const log = await openAppendLog(path, { chain: true });
    await log.append("a");
    rmSync(path);
    expect((await log.append("b")).seq).toBe(1);
    expect(await recordsOf(log)).toEqual(["b"]);
  });

  it("T6 is waited for, when asked, before an append is fulfilled; its name, too, when it is new", async () => {
    const appendWith = async (sync: boolean) => {
      const calls: string[] = [];
      const disk = stepDisk(({ call }) => void calls.push(call));
      const log = await openAppendLog(path, { sync, disk });
      calls.length = 0;
      await log.append("a");
      return calls.slice(calls.indexOf("write", calls.indexOf("link"))).join(" ");
    };
    const release = "close lstat unlink";
    expect(await appendWith(true)).toBe(`write sync open sync close ${release}`);
    expect(await appendWith(true)).toBe(`write sync ${release}`);
    expect(await appendWith(false)).toBe(`write ${release}`);
  });

  it("is read in pieces: a long log needs no more memory than a short one", async () => {
    const log = await openAppendLog(path, { maxRecordBytes: 200_000 });
    await Promise.all(Array.from({ length: 100 }, () => log.append("x".repeat(150_000))));
    let most = 0;
    const disk = stepDisk(() => undefined);
    const sizes = {
      ...disk,
      open: async (...call: Parameters<typeof disk.open>) => {
        const file = await disk.open(...call);
        return {
          ...file,
          read: async (...read: Parameters<typeof file.read>) => {
            most = Math.max(most, read[0].length);
            return file.read(...read);
          },
        };
      },
    };
    const reader = await openAppendLog(path, { maxRecordBytes: 200_000, disk: sizes });
    expect(await reader.verify()).toMatchObject({ ok: true, records: 100 });
    expect(most).toBeLessThan(250_000);
  });
});

describe("a check of a chained log", () => {
  const change = (edit: (lines: string[]) => void) => {
    const lines = readFileSync(path, "utf8").split("\n");
    edit(lines);
    writeFileSync(path, lines.join("\n"));
  };

  it.each<[string, (lines: string[]) => void, number, string]>([
    [
      "a changed record",
      (lines) => lines.splice(1, 1, lines[1]?.replace('"b"', '"x"') ?? ""),
      2,
      "it, or the line after it, was changed",
    ],
    ["a removed record", (lines) => lines.splice(1, 1), 2, "its number is 3 instead of 2"],
    ["a record that was put in twice", (lines) => lines.splice(1, 0, lines[1] ?? ""), 3, "its number is 2"],
    [
      "two records that changed places",
      (lines) => lines.splice(0, 2, ...lines.slice(0, 2).reverse()),
      1,
      "its number",
    ],
    ["a line that is not JSON", (lines) => lines.splice(1, 1, "{"), 2, "it is not a record"],
    ["an empty line", (lines) => lines.splice(2, 0, ""), 3, "it is not a record"],
    ["a line that is too long", (lines) => lines.splice(1, 1, "x".repeat(2_000_000)), 2, "it is too long"],
    [
      "a record without a chain",
      (lines) => lines.splice(1, 1, '{"seq":2,"record":"b"}'),
      2,
      "it was written without a chain",
    ],
    [
      "a beginning that was cut off and numbered again",
      (lines) =>
        lines.splice(
          0,
          4,
          ...lines.slice(1, 4).map((line, at) => line.replace(/"seq":\d/, `"seq":${at + 1}`)),
        ),
      1,
      "the line before it",
    ],
  ])("T6 names the first broken place: %s", async (_, edit, line, reason) => {
    await written(["a", "b", "c", "d"]);
    const log = await openAppendLog(path, { chain: true });
    change(edit);
    expect(await log.verify()).toEqual({
      ok: false,
      records: expect.any(Number),
      file: path,
      line,
      reason: expect.stringContaining(reason),
    });
    await expect(recordsOf(log)).rejects.toMatchObject({
      code: "state.log-broken",
      message: expect.stringContaining(`${path}:${line} is not a valid log: `),
    });
  });

  it("T6 finds any changed byte before the last record", async () => {
    const text = Buffer.from(await written(["a", { b: "c" }, 3, "last"]));
    const log = await openAppendLog(path, { chain: true });
    const end = text.lastIndexOf("\n", text.length - 2);
    await fc.assert(
      fc.asyncProperty(fc.nat(end), fc.nat(255), async (at, byte) => {
        const changed = Buffer.from(text);
        changed[at] = byte;
        writeFileSync(path, changed);
        expect((await log.verify()).ok).toBe(changed.equals(text));
      }),
    );
  });

  it("T6 notices an end that was cut off only with a position that was noted", async () => {
    const log = await openAppendLog(path, { chain: true });
    for (const record of ["a", "b", "c"]) await log.append(record);
    const noted = await log.append("d");
    change((lines) => lines.splice(2, 2));
    expect(await log.verify()).toMatchObject({ ok: true, records: 2 });
    expect(await log.verify(noted)).toEqual({
      ok: false,
      records: 2,
      file: path,
      line: 3,
      reason: "the log ends before record 4 that was noted earlier",
    });
  });
});

describe("half a record at the end", () => {
  it("is cut off at every length when the log is opened, and reported", async () => {
    const text = await written(["a", "b"]);
    const whole = await written(["c ä"]);
    const bytes = Buffer.from(whole);
    for (let length = text.length + 1; length < bytes.length; length += 1) {
      writeFileSync(path, bytes.subarray(0, length), { mode: 0o600 });
      const { records, cuts, log } = await reopened();
      expect(records, `${length} bytes`).toEqual(["a", "b"]);
      expect(cuts).toEqual([{ offset: text.length, bytes: length - text.length }]);
      expect((await log.append("next")).seq).toBe(3);
      expect(await log.verify()).toMatchObject({ ok: true, records: 3 });
    }
  });

  it("is cut off by an append of who had the log open before", async () => {
    const cuts: CutTail[] = [];
    const log = await openAppendLog(path, { chain: true, onCut: (cut) => cuts.push(cut) });
    await log.append("a");
    appendFileSync(path, '{"seq":2,"pre');
    expect(await recordsOf(log)).toEqual(["a"]);
    expect((await log.append("b")).seq).toBe(2);
    expect(await recordsOf(log)).toEqual(["a", "b"]);
    expect(cuts).toEqual([{ offset: expect.any(Number), bytes: 13 }]);
  });

  it.each<[string, string]>([
    ["zeros", "\0".repeat(5_000)],
    ["half a line and zeros", `{"seq":3,"prev${"\0".repeat(100)}`],
    ["zeros and the end of a line", `${"\0".repeat(100)}cord":1}\n`],
    ["two lines with zeros", `${"\0".repeat(9)}\n{"seq":4${"\0".repeat(9)}\n`],
  ])("that a power failure left is cut off, too: %s", async (_, tail) => {
    const text = await written(["a", "b"]);
    appendFileSync(path, tail);
    const { records, cuts } = await reopened();
    expect(records).toEqual(["a", "b"]);
    expect(cuts).toEqual([{ offset: text.length, bytes: tail.length }]);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it.each<[string, string]>([
    ["text", "these are my notes"],
    ["lines of text", "these are\nmy notes\n"],
    ["JSON", '{"a":1}\n'],
    ["records, then text", '{"seq":1,"record":1}\nnotes'],
    ["text, then half a record", 'notes\n{"seq":1,'],
    ["a line that is too long", `${"x".repeat(2_000_000)}\n`],
  ])("is never cut off a file that is not a log: %s", async (_, text) => {
    mkdirSync(tree.at("state"), { mode: 0o700 });
    writeFileSync(path, text, { mode: 0o600 });
    await expect(openAppendLog(path)).rejects.toMatchObject({ code: "state.log-broken" });
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(readdirSync(tree.at("state"))).toEqual(["log.jsonl"]);
  });
});

describe("a failure of the disk", { timeout: 120_000 }, () => {
  it.each(["ENOSPC", "EIO"])("at any call loses no record and keeps no half one: %s", async (code) => {
    await written(["a"], LOG_OPTIONS);
    const before = readFileSync(path);
    const append = { kind: "append", path, data: "b".repeat(500) } as const;
    const calls = await stepsOf((disk) => runStateTask(append, 0, disk));
    expect(calls).toEqual(expect.arrayContaining(["write", "sync", "link"]));
    for (const [index, call] of calls.entries()) {
      writeFileSync(path, before);
      const failed = await runStateTask(append, 0, failingDisk(index + 1, code)).then(
        () => false,
        () => true,
      );
      const place = `call ${index + 1}, ${call}`;
      // A temporary file that could not be removed stays as long as this process runs.
      const left = readdirSync(tree.at("state")).filter((name) => name.endsWith(".tmp"));
      if (call !== "unlink") expect(left, place).toEqual([]);
      for (const name of left) rmSync(tree.at(`state/${name}`));
      const { records, cuts, log } = await reopened(LOG_OPTIONS);
      expect(cuts, place).toEqual([]);
      // Only closing comes after the record is there for good.
      const isDone = records.length === 2;
      if (!failed) expect(isDone, place).toBe(true);
      if (failed && isDone) expect(call, place).toBe("close");
      expect(records[0]).toBe("a");
      expect((await log.append("c")).seq, place).toBe(records.length + 1);
      expect(readdirSync(tree.at("state")), place).toEqual(["log.jsonl"]);
    }
  });

  it("is passed to every append that was written together, and the next one works", async () => {
    const log = await openAppendLog(path, { chain: true });
    await log.append("a");
    chmodSync(path, 0o666);
    const together = await Promise.allSettled(["b", "c", "d"].map((record) => log.append(record)));
    expect(together.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    chmodSync(path, 0o600);
    expect((await log.append("e")).seq).toBe(2);
    expect(await recordsOf(log)).toEqual(["a", "e"]);
  });
});

describe("real processes", { timeout: 240_000 }, () => {
  let children: StateChildren;
  beforeAll(async () => {
    children = await stateChildren();
  });
  afterAll(() => children.remove());

  it("one that is killed before any of its system calls leaves a valid log that can be continued", async () => {
    await written(["a"], LOG_OPTIONS);
    const before = readFileSync(path);
    const lengths = new Set<number>();
    let cut = 0;
    const steps = await children.killAtEveryStep(
      () => {
        writeFileSync(path, before);
        return { task: { kind: "append", path, data: "b".repeat(500) } };
      },
      async (killAt) => {
        const { records, cuts, log } = await reopened(LOG_OPTIONS);
        lengths.add(records.length);
        cut += cuts.length;
        expect(records[0], `killed before call ${killAt}`).toBe("a");
        expect((await log.append("c")).seq, `killed before call ${killAt}`).toBe(records.length + 1);
        expect((await log.verify()).ok, `killed before call ${killAt}`).toBe(true);
        expect(readdirSync(tree.at("state")), `killed before call ${killAt}`).toEqual(["log.jsonl"]);
      },
    );
    expect(steps).toBeGreaterThan(30);
    expect(lengths).toEqual(new Set([1, 2]));
    expect(cut).toBe(1);
  });

  it("that append concurrently, some of them killed at any moment, lose no acknowledged record", async () => {
    const names = ["a", "b", "c", "d"];
    const running = names.map((name) =>
      children.start({ task: { kind: "append", path, data: `${name}-%` }, times: 40 }),
    );
    await Promise.all([
      running[0]?.reaches(5).then(() => running[0]?.process.kill("SIGKILL")),
      running[1]?.reaches(15).then(() => running[1]?.process.kill("SIGKILL")),
    ]);
    const ended = await Promise.all(running.map((child) => child.ended));
    expect(ended.slice(2).map(({ done, stderr }) => [done, stderr])).toEqual([
      [40, ""],
      [40, ""],
    ]);
    const { records, log } = await reopened(LOG_OPTIONS);
    for (const [index, name] of names.entries()) {
      const own = records.filter((record) => String(record).startsWith(name));
      const done = ended[index]?.done ?? 0;
      // There may be one more: written when the process was killed, but not yet acknowledged.
      expect([done, done + 1], name).toContain(own.length);
      expect(own).toEqual(own.map((_, round) => `${name}-${round}`));
    }
    expect(await log.verify()).toMatchObject({ ok: true, records: records.length });
    expect(readdirSync(tree.at("state"))).toEqual(["log.jsonl"]);
  });

  it("keep every record when the disk is full, and go on when there is room again", async ({ skip }) => {
    mkdirSync(tree.at("disk"), { mode: 0o700 });
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "none", tree.at("disk")]);
    skip(mounted.status !== 0, "no file system can be mounted here");
    try {
      path = tree.at("disk/log.jsonl");
      const task = { kind: "append", path, data: `%${"x".repeat(10_000)}` } as const;
      const { code, done, stderr } = await children.start({ task, times: 50 }).ended;
      expect([code, /ENOSPC/.test(stderr)]).toEqual([1, true]);
      expect(done).toBeGreaterThan(2);
      truncateSync(path, statSync(path).size);
      expect(spawnSync("mount", ["-o", "remount,size=256k", tree.at("disk")]).status).toBe(0);
      const { records, cuts, log } = await reopened(LOG_OPTIONS);
      expect([records.length, cuts]).toEqual([done, []]);
      expect((await log.append("next")).seq).toBe(done + 1);
      expect(readdirSync(tree.at("disk"))).toEqual(["log.jsonl"]);
    } finally {
      spawnSync("umount", [tree.at("disk")]);
    }
  });

  it("take back what was written of a record that does not fit", async () => {
    await written(["a"], LOG_OPTIONS);
    const before = readFileSync(path);
    // The shell's limit on the size of files, in blocks of 512 or 1,024 bytes, cuts the write itself short.
    const limit = ["sh", "-c", 'ulimit -f 8; exec "$0" "$@"'];
    const task = { kind: "append", path, data: "x".repeat(50_000) } as const;
    const { code, stderr } = await children.start({ task }, limit).ended;
    expect([code, /EFBIG/.test(stderr)]).toEqual([1, true]);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});
