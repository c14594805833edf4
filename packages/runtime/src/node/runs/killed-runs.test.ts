import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { KILLED, killedHandler } from "../../../testing/run-task.ts";
import { type StateChildren, stateChildren } from "../../../testing/state-children.ts";
import { stepDisk, stepsOf } from "../../../testing/step-disk.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import type { Disk } from "../state/disk.ts";
import { fileRuns } from "./file-runs.ts";

let children: StateChildren;
let tree: WrittenTree;
beforeAll(async () => {
  children = await stateChildren();
});
afterAll(() => children.remove());
beforeEach(() => {
  tree = writeTree();
});
afterEach(() => tree.remove());

const STEPS = [
  "first",
  ...[0, 1].flatMap((at) => [`items[${at}]/a`, `items[${at}]/b`]),
  "keyed",
  "plain",
  "tried",
  "last",
];
const OUTPUT = { items: [1, 2].map((x) => ({ x })) };

const place = (name: string) => ({ folder: tree.at(name), id: "r", calls: tree.at(`${name}.calls`) });
const lines = (path: string) => (existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : []);
const countOf = (calls: readonly string[], key: string) => calls.filter((each) => each === key).length;

const WRITING = ["write", "writeNow", "sync"];

/** A disk that is full from its n-th write on; a record is written by half. */
function fullDisk(from: number): Disk {
  let count = 0;
  return stepDisk(({ call, half, halfNow }) => {
    if (!WRITING.includes(call)) return;
    count += 1;
    if (count < from) return;
    const fail = () => {
      throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    };
    if (halfNow === undefined) return (half?.() ?? Promise.resolve()).then(fail);
    halfNow();
    return fail();
  });
}

/** The complete records of a kind. */
function recordsOf(folder: string, kind: string): readonly Record<string, unknown>[] {
  return lines(`${folder}/r/journal.jsonl`)
    .map((line) => JSON.parse(line))
    .filter((record) => record.kind === kind);
}

/** Keys whose results are completely written. */
const finished = (folder: string) => recordsOf(folder, "step").map(({ key }) => String(key));

/** The number of each execution that began. */
const begun = (folder: string) => recordsOf(folder, "begin").map(({ executions }) => executions);

const hasResult = (folder: string) => recordsOf(folder, "result").length > 0;

/** Continues a run that was interrupted, and answers what it asks about an uncertain write. */
async function finish({ folder, id, calls }: ReturnType<typeof place>, answer: string) {
  const runs = fileRuns(folder);
  if ((await runs.get(id)) === undefined)
    await runs.start({ id, definition: KILLED, inputs: {}, startedAt: 1 });
  const first = await runs.run(id, killedHandler(calls));
  if (first.waiting === undefined) return { first, last: first };
  await runs.signal(id, first.waiting.key, { answer });
  return { first, last: await runs.run(id, killedHandler(calls)) };
}

describe("X9 a process that is killed while it executes a run", () => {
  test("X9 at any point: no finished step runs again, a write without a key is never repeated unasked, and the run ends", async () => {
    let uncertain = 0;
    let killed = 0;
    const tryAt = async (killAt: number): Promise<boolean> => {
      const run = place(`k${killAt}`);
      await fileRuns(run.folder).start({ id: run.id, definition: KILLED, inputs: {}, startedAt: 1 });
      const { signal, code, stderr } = await children.start({ task: { kind: "run", ...run }, killAt }).ended;
      if (signal !== "SIGKILL") {
        expect([code, stderr]).toEqual([0, ""]);
        return false;
      }
      killed += 1;
      const before = lines(run.calls);
      const done = finished(run.folder);
      const counts = begun(run.folder);
      expect(counts.length).toBeGreaterThanOrEqual(done.length > 0 || before.length > 0 ? 1 : 0);
      expect(await fileRuns(run.folder).get("r")).toMatchObject(
        hasResult(run.folder)
          ? { phase: "succeeded", executions: 0 }
          : { phase: ["queued", "interrupted"][counts.length], executions: counts.length },
      );
      const { first, last } = await finish(run, killAt % 2 === 0 ? "repeat" : "done");
      const after = lines(run.calls);
      for (const key of done) expect([key, countOf(after, key)]).toEqual([key, countOf(before, key)]);
      for (const key of STEPS) expect(countOf(after, key)).toBeLessThanOrEqual(key === "tried" ? 3 : 2);
      expect(recordsOf(run.folder, "attempt").length).toBeLessThanOrEqual(3);
      if (first.waiting === undefined) expect(countOf(after, "plain")).toBe(1);
      else {
        uncertain += 1;
        expect(first.waiting).toMatchObject({
          step: "plain",
          kind: "approval",
          schema: { enum: ["repeat", "done", "fail"] },
        });
        expect(countOf(after, "plain")).toBe(countOf(before, "plain") + (killAt % 2 === 0 ? 1 : 0));
      }
      expect(last).toMatchObject({ status: "succeeded", output: OUTPUT });
      return true;
    };
    for (let at = 1; ; at += 8) {
      const wave = await Promise.all(Array.from({ length: 8 }, (_, index) => tryAt(at + index)));
      if (wave.includes(false)) break;
    }
    expect(killed).toBeGreaterThan(40);
    expect(uncertain).toBeGreaterThanOrEqual(3);
  });

  test("X9 again and again: the run is stuck, no worker takes it, and it ends when it is to be retried", async () => {
    const { folder, calls, id } = place("p");
    const runs = fileRuns(folder);
    await runs.start({ id, definition: KILLED, inputs: {}, startedAt: 1 });
    const work = { kind: "run", folder, id, calls, work: true } as const;
    const phases: unknown[] = [];
    for (let round = 0; round < 5; round += 1) {
      const { signal } = await children.start({ task: { ...work, poison: true } }).ended;
      const { phase, executions } = (await runs.get(id)) ?? {};
      phases.push([signal, phase, executions]);
    }
    expect(phases).toEqual([
      ["SIGKILL", "interrupted", 1],
      ["SIGKILL", "interrupted", 2],
      ["SIGKILL", "interrupted", 3],
      ["SIGKILL", "interrupted", 4],
      ["SIGKILL", "stuck", 5],
    ]);
    expect((await children.start({ task: { ...work, poison: true } }).ended).code).toBe(0);
    expect(lines(calls)).toEqual([]);
    await runs.retry(id);
    expect((await children.start({ task: work }).ended).code).toBe(0);
    expect((await runs.get(id))?.result).toMatchObject({ status: "succeeded", output: OUTPUT });
  });

  test("X9 two processes share a queue, and take over what another was killed with", async () => {
    const { folder, calls } = place("q");
    const runs = fileRuns(folder);
    const ids = Array.from({ length: 8 }, (_, index) => `r${index}`);
    for (const id of ids) await runs.start({ id, definition: KILLED, inputs: {}, startedAt: 1 });
    const task = { kind: "run", folder, id: "", calls, work: true } as const;
    // Alone, so that it surely reaches the point where it is killed.
    expect((await children.start({ task, killAt: 150 }).ended).signal).toBe("SIGKILL");
    const others = [children.start({ task }), children.start({ task })];
    for (const other of others) expect((await other.ended).code).toBe(0);
    for (const id of ids) {
      const { result } = (await runs.get(id)) ?? {};
      expect(["succeeded", "paused"]).toContain(result?.status);
    }
    const counts = STEPS.map((key) => countOf(lines(calls), key));
    // One step is tried twice; at most two runs were in flight, with two parallel items each.
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(
      ids.length * (STEPS.length + 1) + 4,
    );
    expect(countOf(lines(calls), "plain")).toBeLessThanOrEqual(ids.length);
  });
});

describe("X9 the journal of a run", () => {
  test.each([
    '{"kind":"st',
    '{"kind":"step","key":"x","value":1}',
    "\0\0\0\0",
    "\0\0\n\0",
    "\u00e4",
  ])("X9 is continued after an incomplete last record: %j", async (torn) => {
    const run = place("t");
    const runs = fileRuns(run.folder);
    await runs.start({ id: "r", definition: KILLED, inputs: {}, startedAt: 1 });
    await expect(
      runs.run("r", async (_, durable) => {
        await durable.step("first", async () => ({ attempts: 1, ms: 0, output: { x: 1 } }));
        throw new Error("stop");
      }),
    ).rejects.toThrow("stop");
    appendFileSync(`${run.folder}/r/journal.jsonl`, torn);
    expect((await runs.run("r", killedHandler(run.calls))).status).toBe("succeeded");
    expect(countOf(lines(run.calls), "first")).toBe(0);
    expect((await runs.get("r"))?.result.status).toBe("succeeded");
  });

  test("X9 is not used if a line in the middle is damaged", async () => {
    const { folder } = place("d");
    const runs = fileRuns(folder);
    await runs.start({ id: "r", definition: KILLED, inputs: {}, startedAt: 1 });
    appendFileSync(`${folder}/r/journal.jsonl`, 'not json\n{"kind":"step","key":"x","value":1}\n');
    await expect(runs.get("r")).rejects.toMatchObject({ code: "state.log-broken" });
    await expect(runs.run("r", async () => Promise.reject(new Error("ran")))).rejects.toMatchObject({
      code: "state.log-broken",
    });
    await runs.start({ id: "other", definition: KILLED, inputs: {}, startedAt: 1 });
    const listed = [];
    for await (const { id } of runs.list()) listed.push(id);
    expect(listed).toEqual(["other"]);
    expect(await runs.delete("r")).toBe(true);
  });

  test("X9 on a full disk the run stops, and continues without repeating a step when there is space", async () => {
    const calls = await stepsOf(async (disk) => {
      const run = place("count");
      const runs = fileRuns(run.folder, { disk });
      await runs.start({ id: "r", definition: KILLED, inputs: {}, startedAt: 1 });
      await runs.run("r", killedHandler(run.calls));
    });
    const writes = calls.filter((call) => WRITING.includes(call)).length;
    expect(writes).toBeGreaterThan(15);
    for (let at = 1; at <= writes; at += 1) {
      const run = place(`f${at}`);
      const full = fileRuns(run.folder, { disk: fullDisk(at) });
      const attempt = async () => {
        await full.start({ id: "r", definition: KILLED, inputs: {}, startedAt: 1 });
        await full.run("r", killedHandler(run.calls));
      };
      await expect(attempt()).rejects.toMatchObject({
        code: "state.disk-full",
        message: expect.stringContaining(run.folder),
      });
      const [before, done] = [lines(run.calls), finished(run.folder)];
      expect((await finish(run, "done")).last).toMatchObject({ status: "succeeded", output: OUTPUT });
      for (const key of done)
        expect([key, countOf(lines(run.calls), key)]).toEqual([key, countOf(before, key)]);
      expect(countOf(lines(run.calls), "plain")).toBeLessThanOrEqual(1);
    }
  });

  test.skipIf(process.platform === "win32")("T5 can be read and written by the user alone", async () => {
    const { folder, calls } = place("p");
    const runs = fileRuns(folder);
    await runs.start({ id: "r", definition: KILLED, inputs: {}, startedAt: 1 });
    await runs.run("r", killedHandler(calls));
    await runs.secret();
    const modes = ["", "/secret", "/r", "/r/journal.jsonl"].map(
      (path) => statSync(folder + path).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o700, 0o600]);
    writeFileSync(`${folder}/secret`, "short");
    await expect(fileRuns(folder).secret()).rejects.toMatchObject({ code: "state.not-private" });
  });

  test("X9 ids that are not names of folders are refused", async () => {
    const runs = fileRuns(place("i").folder);
    for (const id of ["", ".", "..", "a/b", "../x", "a\0", "x".repeat(101)]) {
      await expect(runs.start({ id, definition: KILLED, inputs: {}, startedAt: 1 })).rejects.toMatchObject({
        code: "runtime.bad-option",
      });
      expect(await runs.get(id)).toBeUndefined();
      expect(await runs.delete(id)).toBe(false);
    }
  });
});
