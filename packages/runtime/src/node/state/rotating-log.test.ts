import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StateChildren, stateChildren } from "../../../testing/state-children.ts";
import { ROTATING_OPTIONS, runStateTask } from "../../../testing/state-task.ts";
import { failingDisk, stepsOf } from "../../../testing/step-disk.ts";
import type { AppendLog } from "../../state-ports.ts";
import { appendLogSuite, MAX_RECORD_BYTES } from "../../testing/append-log-suite.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { openAppendLog } from "./append-log.ts";

/** Two records of one character fit into a file. */
const OPTIONS = { chain: true, rotation: { maxFileBytes: 200, keepFiles: 100 } } as const;

let tree: WrittenTree;
let folder: string;
let path: string;
beforeEach(() => {
  tree = writeTree();
  folder = tree.at("state");
  path = tree.at("state/log.jsonl");
});
afterEach(() => tree.remove());

async function recordsOf(log: AppendLog): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  for await (const { record } of log.records()) records.push(record);
  return records;
}

const open = () => openAppendLog(path, OPTIONS);

async function written(count: number): Promise<AppendLog> {
  const log = await open();
  for (let at = 1; at <= count; at += 1) await log.append(String(at % 10));
  return log;
}

const files = (): readonly string[] => readdirSync(folder).sort();
const closed = (last: number) => `log.${String(last).padStart(12, "0")}.jsonl`;
const edit = (name: string, change: (lines: string[]) => void) => {
  const lines = readFileSync(join(folder, name), "utf8").split("\n");
  change(lines);
  writeFileSync(join(folder, name), lines.join("\n"));
};

describe("a log that is divided into files", () => {
  it.each(appendLogSuite)("T6 $title", ({ run }) =>
    run(() => {
      const place = tree.at(`state-${Math.random()}/log.jsonl`);
      const rotation = { maxFileBytes: 500, keepFiles: 1_000 };
      return {
        open: () => openAppendLog(place, { chain: true, rotation, maxRecordBytes: MAX_RECORD_BYTES }),
      };
    }));

  it("T6 begins every file with the digest of the last line of the one before, and keeps its head beside them", async () => {
    const log = await written(8);
    expect(files()).toEqual([closed(2), closed(4), closed(6), "log.head.json", "log.jsonl"]);
    for (const name of files())
      if (name.endsWith(".jsonl")) expect(statSync(join(folder, name)).size, name).toBeLessThanOrEqual(200);
    expect(await recordsOf(log)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
    const verdict = await log.verify();
    expect(verdict).toMatchObject({ ok: true, records: 8 });
    const head = JSON.parse(readFileSync(join(folder, "log.head.json"), "utf8"));
    expect(head).toEqual({
      first: { seq: 0, digest: "0".repeat(64) },
      last: verdict.ok ? verdict.last : undefined,
    });
  });

  it("T6 keeps the newest files, says where it begins, and finds a change in what is left", async () => {
    const rotation = { maxFileBytes: 200, keepFiles: 2 };
    const log = await openAppendLog(path, { chain: true, rotation });
    for (let at = 1; at <= 9; at += 1) await log.append(String(at));
    expect(files()).toEqual([closed(6), closed(8), "log.head.json", "log.jsonl"]);
    expect(await log.verify()).toMatchObject({ ok: true, records: 5, from: 5 });
    expect(await recordsOf(log)).toEqual(["5", "6", "7", "8", "9"]);
    edit(closed(6), (lines) => lines.splice(0, 1, lines[0]?.replace('"5"', '"x"') ?? ""));
    expect(await log.verify()).toMatchObject({ ok: false, file: join(folder, closed(6)), line: 1 });
    rmSync(join(folder, closed(6)));
    expect(await log.verify()).toMatchObject({
      ok: false,
      file: join(folder, closed(8)),
      line: 1,
      reason: expect.stringContaining("records before it are missing"),
    });
  });

  it("T6 continues a record that was written but is not in the head yet, as after a crash", async () => {
    await written(3);
    const head = readFileSync(join(folder, "log.head.json"));
    await written(1);
    writeFileSync(join(folder, "log.head.json"), head);
    const log = await open();
    expect(await log.verify()).toMatchObject({ ok: true, records: 4 });
    expect((await log.append("5")).seq).toBe(5);
    expect(await log.verify()).toMatchObject({ ok: true, records: 5 });
  });

  it("T6 reports half a record at its end, and removes it without breaking the chain", async () => {
    const log = await written(3);
    writeFileSync(path, `${readFileSync(path, "utf8")}{"seq":4,"pre`);
    expect(await log.verify()).toMatchObject({ ok: true, records: 3, torn: { file: path, bytes: 13 } });
    expect((await log.append("4")).seq).toBe(4);
    const after = await log.verify();
    expect(after).toMatchObject({ ok: true, records: 4 });
    expect(after).not.toHaveProperty("torn");
  });

  it("T6 does not take anything else at its end for half a record", async () => {
    const log = await written(3);
    writeFileSync(path, `${readFileSync(path, "utf8")}{"half`);
    const broken = { ok: false, records: 3, file: path, line: 2, reason: "it is not a record" };
    expect(await log.verify()).toEqual(broken);
    await expect(log.append("4")).rejects.toMatchObject({ code: "state.log-broken" });
  });

  it("T6 does not count a line as intact that may be the changed one", async () => {
    const log = await written(2);
    writeFileSync(path, readFileSync(path, "utf8").replace('"record":"1"', '"record":"x"'));
    expect(await log.verify()).toMatchObject({ ok: false, records: 0, line: 1 });
  });
});

describe("a manipulated log", () => {
  it.each<[string, () => void, string, number, string]>([
    [
      "an edited line",
      () => edit(closed(4), (lines) => lines.splice(0, 1, lines[0]?.replace('"3"', '"x"') ?? "")),
      closed(4),
      1,
      "changed",
    ],
    [
      "an edited last line",
      () => edit("log.jsonl", (lines) => lines.splice(0, 1, lines[0]?.replace('"7"', '"x"') ?? "")),
      "log.jsonl",
      1,
      "head",
    ],
    [
      "an inserted line",
      () => edit(closed(4), (lines) => lines.splice(1, 0, lines[0] ?? "")),
      closed(4),
      2,
      "inserted or moved",
    ],
    ["a removed line", () => edit(closed(4), (lines) => lines.splice(0, 1)), closed(4), 1, "missing"],
    [
      "reordered lines",
      () => edit(closed(4), (lines) => lines.splice(0, 2, lines[1] ?? "", lines[0] ?? "")),
      closed(4),
      1,
      "missing",
    ],
    [
      "a removed last line",
      () => edit("log.jsonl", (lines) => lines.splice(0, 1)),
      closed(6),
      3,
      "ends before record 7",
    ],
    ["a removed file", () => rmSync(join(folder, closed(2))), closed(4), 1, "missing"],
    [
      "a file under another number",
      () => renameSync(join(folder, closed(2)), join(folder, closed(5))),
      closed(4),
      1,
      "missing",
    ],
    [
      "a closed file without its last line end",
      () => edit(closed(4), (lines) => lines.pop()),
      closed(4),
      2,
      "not complete",
    ],
    ["a removed current file", () => rmSync(path), "log.000000000006.jsonl", 3, "ends before record 7"],
  ])("T6 is found and named with file and line: %s", async (_, change, name, line, reason) => {
    const log = await written(7);
    change();
    expect(await log.verify()).toMatchObject({
      ok: false,
      file: join(folder, name),
      line,
      reason: expect.stringContaining(reason),
    });
  });

  it("T6 whose end was cut off is not continued, and neither is one without its head", async () => {
    const log = await written(7);
    const end = readFileSync(path);
    writeFileSync(path, "");
    await expect(log.append("8")).rejects.toMatchObject({ code: "state.log-broken" });
    writeFileSync(path, end.subarray(0, -1));
    await expect(log.append("8")).rejects.toMatchObject({ code: "state.log-broken" });
    expect(readFileSync(path)).toEqual(end.subarray(0, -1));
    writeFileSync(path, end);
    rmSync(join(folder, "log.head.json"));
    await expect(open()).rejects.toMatchObject({
      code: "state.log-broken",
      message: expect.stringContaining("log.head.json"),
    });
    expect(await log.verify()).toMatchObject({ ok: false, file: join(folder, "log.head.json") });
  });

  it("T6 has no byte in any of its files that can be changed without being found", async () => {
    const log = await written(5);
    const whole = files().map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
    const total = whole.reduce((sum, { bytes }) => sum + bytes.length, 0);
    await fc.assert(
      fc.asyncProperty(fc.nat(total - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        let rest = at;
        const hit = whole.find(({ bytes }) => {
          if (rest < bytes.length) return true;
          rest -= bytes.length;
          return false;
        });
        if (hit === undefined) throw new Error("no byte");
        const changed = Buffer.from(hit.bytes);
        changed[rest] = (changed[rest] ?? 0) ^ by;
        writeFileSync(join(folder, hit.name), changed);
        const { ok } = await log.verify();
        writeFileSync(join(folder, hit.name), hit.bytes);
        expect(ok, `${hit.name} at ${rest}`).toBe(false);
      }),
      { numRuns: 400 },
    );
    expect(await log.verify()).toMatchObject({ ok: true });
  });
});

describe("a failure of the disk while a file is closed", { timeout: 120_000 }, () => {
  it("T6 at any call loses no acknowledged record, and the log can be continued", async () => {
    const append = { kind: "rotate", path, data: "x".repeat(400) } as const;
    await runStateTask(append);
    const before = files().map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
    const calls = await stepsOf((disk) => runStateTask(append, 0, disk));
    expect(calls.filter((call) => call === "rename")).toHaveLength(2);
    for (const [index, call] of calls.entries()) {
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      for (const { name, bytes } of before) writeFileSync(join(folder, name), bytes, { mode: 0o600 });
      const failed = await runStateTask(append, 0, failingDisk(index + 1, "EIO")).then(
        () => false,
        () => true,
      );
      const place = `call ${index + 1}, ${call}`;
      const log = await openAppendLog(path, ROTATING_OPTIONS);
      const verdict = await log.verify();
      expect(verdict, place).toMatchObject({ ok: true });
      if (!failed) expect(verdict.records, place).toBe(2);
      expect((await log.append("next")).seq, place).toBe(verdict.records + 1);
      expect(await log.verify(), place).toMatchObject({ ok: true });
    }
  });
});

describe("real processes that close files", { timeout: 240_000 }, () => {
  let children: StateChildren;
  beforeAll(async () => {
    children = await stateChildren();
  });
  afterAll(() => children.remove());

  it("T6 one that is killed before any of its system calls leaves a valid log", async () => {
    const task = { kind: "rotate", path, data: "x".repeat(400) } as const;
    await runStateTask(task);
    const before = files().map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
    const lengths = new Set<number>();
    const steps = await children.killAtEveryStep(
      () => {
        for (const name of readdirSync(folder)) rmSync(join(folder, name));
        for (const { name, bytes } of before) writeFileSync(join(folder, name), bytes, { mode: 0o600 });
        return { task };
      },
      async (killAt) => {
        const log = await openAppendLog(path, ROTATING_OPTIONS);
        const verdict = await log.verify();
        expect(verdict, `killed before call ${killAt}`).toMatchObject({ ok: true });
        lengths.add(verdict.records);
        expect((await log.append("next")).seq).toBe(verdict.records + 1);
        expect(await log.verify(), `killed before call ${killAt}`).toMatchObject({ ok: true });
      },
    );
    expect(steps).toBeGreaterThan(40);
    expect(lengths).toEqual(new Set([1, 2]));
  });

  it("T6 that append and close files concurrently, one of them killed, lose no acknowledged record", async () => {
    const names = ["a", "b", "c"];
    const running = names.map((name) =>
      children.start({ task: { kind: "rotate", path, data: `${name}-%` }, times: 25 }),
    );
    await running[0]?.reaches(5);
    running[0]?.process.kill("SIGKILL");
    const ended = await Promise.all(running.map((child) => child.ended));
    expect(ended.slice(1).map(({ done, stderr }) => [done, stderr])).toEqual([
      [25, ""],
      [25, ""],
    ]);
    const log = await openAppendLog(path, ROTATING_OPTIONS);
    const records = await recordsOf(log);
    for (const [index, name] of names.entries()) {
      const own = records.filter((record) => String(record).startsWith(name));
      const done = ended[index]?.done ?? 0;
      expect([done, done + 1], name).toContain(own.length);
    }
    expect(await log.verify()).toMatchObject({ ok: true, records: records.length });
    expect(files().length).toBeGreaterThan(5);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});
