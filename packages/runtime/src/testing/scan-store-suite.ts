import { deepEqual, equal } from "node:assert/strict";
import type { Awaitable } from "../ports.ts";
import type { LastScan, ScanReport, ScanStore } from "../scan.ts";

/** A store that a suite may fill, and how to open the same store again. */
export interface ScanStoreUnderTest {
  open(): ScanStore;
  /** Damages everything that was saved; absent for a store that nothing else can write to. */
  damage?(): Awaitable<void>;
}

/** One rule that every `ScanStore` keeps; `run` throws when it does not. */
export interface ScanStoreCase {
  readonly title: string;
  /** `make` gives a store that is empty. */
  run(make: () => Awaitable<ScanStoreUnderTest>): Promise<void>;
}

const KEY = { digest: `sha256-v1:${"a".repeat(64)}`, scanner: "test 1" };

const REPORT: ScanReport = {
  verdict: "block",
  findings: [
    {
      rule: "download-and-run",
      owasp: "AST01",
      severity: "critical",
      path: "scripts/Käse.sh",
      line: 3,
      message: "It downloads and runs.\n",
      evidence: "curl x | sh U+200B",
      fix: "remove it",
      verdict: "block",
    },
  ],
  inspected: { files: 2, bytes: 1_204 },
};

const SAFE: ScanReport = { verdict: "safe", findings: [], inspected: { files: 1, bytes: 1 } };

const LAST: LastScan = { ...KEY, version: "0123456789abcdef", verdict: "review", rules: ["a", "b"] };

/** The contract of the `ScanStore` port, as cases that any test runner can run. */
export const scanStoreSuite: readonly ScanStoreCase[] = [
  {
    title: "is empty at first",
    run: async (make) => {
      const store = (await make()).open();
      equal(await store.find(KEY), undefined);
      deepEqual([...(await store.last())], []);
    },
  },
  {
    title: "gives back exactly what was recorded, also when it is opened again",
    run: async (make) => {
      const place = await make();
      await place.open().record(KEY, REPORT);
      await place.open().note("/skills/pdf", LAST);
      deepEqual(await place.open().find(KEY), REPORT);
      deepEqual([...(await place.open().last())], [["/skills/pdf", LAST]]);
    },
  },
  {
    title: "never gives a report about other content, or of another scanner",
    run: async (make) => {
      const store = (await make()).open();
      await store.record(KEY, SAFE);
      for (const other of [
        { ...KEY, digest: KEY.digest.toUpperCase() },
        { ...KEY, digest: "" },
        { ...KEY, scanner: "test 2" },
        { digest: KEY.scanner, scanner: KEY.digest },
      ])
        equal(await store.find(other), undefined);
    },
  },
  {
    title: "replaces a report, and the last scan of a directory",
    run: async (make) => {
      const store = (await make()).open();
      await store.record(KEY, SAFE);
      await store.record(KEY, REPORT);
      deepEqual(await store.find(KEY), REPORT);
      await store.note("/skills/pdf", LAST);
      await store.note("/skills/mail", LAST);
      await store.note("/skills/pdf", { ...LAST, verdict: "safe", rules: [] });
      const last = await store.last();
      deepEqual(
        [last.size, last.get("/skills/pdf")?.verdict, last.get("/skills/mail")?.verdict],
        [2, "safe", "review"],
      );
    },
  },
  {
    title: "keeps what several writers record at the same time",
    run: async (make) => {
      const place = await make();
      const names = Array.from({ length: 8 }, (_, at) => `/skills/${at}`);
      await Promise.all(names.map((name) => place.open().note(name, LAST)));
      deepEqual([...(await place.open().last()).keys()].sort(), names);
    },
  },
  {
    title: "counts what is damaged as missing",
    run: async (make) => {
      const place = await make();
      if (place.damage === undefined) return;
      await place.open().record(KEY, SAFE);
      await place.open().note("/skills/pdf", LAST);
      await place.damage();
      equal(await place.open().find(KEY), undefined);
      deepEqual([...(await place.open().last())], []);
    },
  },
];
