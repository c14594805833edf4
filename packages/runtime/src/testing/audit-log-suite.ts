import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { AuditLog, AuditRecord, Awaitable } from "../ports.ts";

/** A log that a suite may fill, and what to do with it. */
export interface AuditLogUnderTest {
  /** Opens the log; other values of it may still be open. */
  open(): AuditLog;
  /** Everything in the log, oldest first: each record with the time when it was appended, as ISO 8601, under `at`. */
  rows(): Awaitable<readonly unknown[]>;
  /** Opens a log that cannot be written; absent for one that always can. */
  openBroken?(): AuditLog;
}

/** One rule that every `AuditLog` keeps; `run` throws when it does not. */
export interface AuditLogCase {
  readonly title: string;
  /** `make` gives a log that is empty. */
  run(make: () => Awaitable<AuditLogUnderTest>): Promise<void>;
}

const FULL = {
  action: "skill.served",
  actor: "model",
  skill: "pdf",
  digest: "0".repeat(64),
  session: "s1",
  run: "r1",
  detail: { file: "a\nb\u2028\0", count: 0, ok: false },
} as const satisfies AuditRecord;

function numbered(count: number): AuditRecord {
  return { action: "skill.served", actor: "engine", detail: { count } };
}

/** The contract of the `AuditLog` port, as cases that any test runner can run. */
export const auditLogSuite: readonly AuditLogCase[] = [
  {
    title: "is empty until something is appended",
    run: async (make) => {
      const place = await make();
      place.open();
      deepEqual(await place.rows(), []);
    },
  },
  {
    title: "keeps every field of a record, and its time",
    run: async (make) => {
      const place = await make();
      await place.open().append(FULL);
      await place.open().append({ action: "trust.decided", actor: "user" });
      const rows = await place.rows();
      deepEqual(rows.map(withoutTime), [FULL, { action: "trust.decided", actor: "user" }]);
      for (const row of rows) match(String(timeOf(row)), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    },
  },
  {
    title: "has the record when `append` resolves",
    run: async (make) => {
      const place = await make();
      const log = place.open();
      for (let count = 0; count < 5; count += 1) {
        await log.append(numbered(count));
        equal((await place.rows()).length, count + 1);
      }
    },
  },
  {
    title: "keeps the order of appends that overlap",
    run: async (make) => {
      const place = await make();
      const log = place.open();
      const records = Array.from({ length: 100 }, (_, count) => numbered(count));
      await Promise.all(records.map(async (record) => log.append(record)));
      deepEqual((await place.rows()).map(withoutTime), records);
    },
  },
  {
    title: "loses no record when it is open more than once",
    run: async (make) => {
      const place = await make();
      const logs = [place.open(), place.open(), place.open()];
      const records = Array.from({ length: 60 }, (_, count) => numbered(count));
      await Promise.all(records.map(async (record, at) => logs[at % 3]?.append(record)));
      const kept = (await place.rows()).map((row) => JSON.stringify(withoutTime(row)));
      deepEqual(kept.sort(), records.map((record) => JSON.stringify(record)).sort());
    },
  },
  {
    title: "keeps a record as it was when it was appended",
    run: async (make) => {
      const place = await make();
      const detail = { state: "before" };
      const record = { action: "approval.asked", actor: "host", detail } as const;
      const appending = place.open().append(record);
      detail.state = "after";
      await appending;
      deepEqual((await place.rows()).map(withoutTime), [{ ...record, detail: { state: "before" } }]);
    },
  },
  {
    title: "takes the time from its own clock and never from a record",
    run: async (make) => {
      const place = await make();
      const forged = { ...numbered(1), at: "1999-01-01T00:00:00.000Z" };
      await place.open().append(forged);
      ok(!JSON.stringify(await place.rows()).includes("1999"));
    },
  },
  {
    title: "throws for a record that it cannot keep, adds nothing, and goes on",
    run: async (make) => {
      const place = await make();
      const log = place.open();
      await log.append(numbered(1));
      const endless: Record<string, unknown> = {};
      endless.self = endless;
      for (const value of [1n, endless]) {
        const odd: AuditRecord = Object.assign({ ...numbered(2) }, { detail: { value } });
        await rejects(async () => log.append(odd));
      }
      await log.append(numbered(3));
      deepEqual((await place.rows()).map(withoutTime), [numbered(1), numbered(3)]);
    },
  },
  {
    title: "throws when it cannot be written",
    run: async (make) => {
      const place = await make();
      const broken = place.openBroken?.();
      if (broken === undefined) return;
      for (let tries = 0; tries < 2; tries += 1) await rejects(async () => broken.append(numbered(1)));
    },
  },
];

function timeOf(row: unknown): unknown {
  return typeof row === "object" && row !== null ? Reflect.get(row, "at") : undefined;
}

function withoutTime(row: unknown): unknown {
  return typeof row === "object" && row !== null
    ? Object.fromEntries(Object.entries(row).filter(([key]) => key !== "at"))
    : row;
}
