import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { AppendLog, LogRecord } from "../state-ports.ts";

/** A log that a suite may fill, and how to open the same log again. */
export interface AppendLogUnderTest {
  /** Opens the log; with other values of it still open. Records are at most `MAX_RECORD_BYTES` large. */
  open(): Promise<AppendLog>;
}

/** One rule that every `AppendLog` keeps; `run` throws when it does not. */
export interface AppendLogCase {
  readonly title: string;
  run(make: () => AppendLogUnderTest): Promise<void>;
}

/** The limit of a record that a log under test has to be opened with. */
export const MAX_RECORD_BYTES = 4096;

/** The contract of the `AppendLog` port, as cases that any test runner can run. */
export const appendLogSuite: readonly AppendLogCase[] = [
  {
    title: "is empty and good at first",
    run: async (make) => {
      const log = await make().open();
      deepEqual(await all(log), []);
      deepEqual(await log.verify(), { ok: true, records: 0, last: undefined });
    },
  },
  {
    title: "numbers records from 1 and gives back every JSON value, in order",
    run: async (make) => {
      const log = await make().open();
      const values = [{ a: [1, null, true] }, "line\nline\u2028\0", 1.5, null, [], "käse 🧀", false];
      const positions = [];
      for (const value of values) positions.push(await log.append(value));
      deepEqual(
        positions.map(({ seq }) => seq),
        values.map((_, index) => index + 1),
      );
      for (const { digest } of positions) match(digest, /^[0-9a-f]{64}$/);
      deepEqual(
        await all(log),
        positions.map((position, index) => ({ ...position, record: values[index] })),
      );
    },
  },
  {
    title: "goes on where it was when it is opened again",
    run: async (make) => {
      const place = make();
      await (await place.open()).append("one");
      const again = await place.open();
      equal((await again.append("two")).seq, 2);
      deepEqual(
        (await all(again)).map(({ record }) => record),
        ["one", "two"],
      );
    },
  },
  {
    title: "keeps every record of appends that wait for each other, and their order",
    run: async (make) => {
      const log = await make().open();
      const numbers = Array.from({ length: 300 }, (_, index) => index);
      const positions = await Promise.all(numbers.map((number) => log.append(number)));
      deepEqual(
        positions.map(({ seq }) => seq),
        numbers.map((number) => number + 1),
      );
      deepEqual(
        (await all(log)).map(({ record }) => record),
        numbers,
      );
      deepEqual(await log.verify(), { ok: true, records: 300, last: positions.at(-1) });
    },
  },
  {
    title: "loses no record when it is open more than once",
    run: async (make) => {
      const place = make();
      const logs = await Promise.all([place.open(), place.open(), place.open()]);
      const texts = logs.flatMap((_, index) => Array.from({ length: 20 }, (__, at) => `${index}-${at}`));
      await Promise.all(texts.map((text) => logs[Number(text[0])]?.append(text)));
      const kept = await all(await place.open());
      deepEqual(kept.map(({ record }) => record).sort(), [...texts].sort());
      deepEqual(
        kept.map(({ seq }) => seq),
        texts.map((_, index) => index + 1),
      );
      equal((await place.open().then((log) => log.verify())).ok, true);
    },
  },
  {
    title: "keeps a record as it was when it was appended",
    run: async (make) => {
      const log = await make().open();
      const record = { state: "before" };
      const appending = log.append(record);
      record.state = "after";
      await appending;
      deepEqual((await all(log))[0]?.record, { state: "before" });
    },
  },
  {
    title: "refuses what is too large or not JSON, and goes on",
    run: async (make) => {
      const log = await make().open();
      const largest = "x".repeat(MAX_RECORD_BYTES - 2);
      await log.append(largest);
      await rejects(log.append(`${largest}x`), { code: "state.too-large" });
      for (const value of [undefined, () => 1, 1n]) await rejects(log.append(value), TypeError);
      equal((await log.append("next")).seq, 2);
      deepEqual(
        (await all(log)).map(({ record }) => record),
        [largest, "next"],
      );
    },
  },
  {
    title: "can be read while it grows, and read twice at once",
    run: async (make) => {
      const log = await make().open();
      for (const value of ["a", "b", "c"]) await log.append(value);
      const seen: unknown[] = [];
      for await (const { record } of log.records()) {
        seen.push(record);
        if (seen.length === 1) await log.append("d");
        equal((await all(log)).length, 4);
      }
      deepEqual(seen.slice(0, 3), ["a", "b", "c"]);
      ok(seen.length <= 4);
    },
  },
  {
    title: "knows whether it still contains a position",
    run: async (make) => {
      const log = await make().open();
      const first = await log.append("a");
      const second = await log.append("b");
      for (const known of [first, second]) equal((await log.verify(known)).ok, true);
      const other = { seq: 1, digest: second.digest };
      const verdict = await log.verify(other);
      deepEqual([verdict.ok, verdict.records], [false, 0]);
      match(verdict.ok ? "" : verdict.reason, /noted earlier/);
      const missing = await log.verify({ seq: 5, digest: second.digest });
      deepEqual([missing.ok, missing.records], [false, 2]);
    },
  },
];

async function all(log: AppendLog): Promise<readonly LogRecord[]> {
  const records: LogRecord[] = [];
  for await (const record of log.records()) records.push(record);
  return records;
}
