import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import type { Scanner, ScanSubject } from "../scan.ts";
import { readReport } from "../security/scan/read-report.ts";

/** One rule that every `Scanner` keeps; `run` throws when it does not. */
export interface ScannerCase {
  readonly title: string;
  /** Opens the same scanner on every call. */
  run(open: () => Scanner): Promise<void>;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const PLAIN: ScanSubject = {
  name: "notes",
  files: [{ path: "SKILL.md", bytes: encode("---\nname: notes\ndescription: Takes notes.\n---\n# Notes\n") }],
  gaps: [],
};

/** Content that no scanner may fail on. */
const HOSTILE: readonly ScanSubject[] = [
  { name: "", files: [], gaps: [] },
  { ...PLAIN, files: [{ path: "SKILL.md", bytes: new Uint8Array() }] },
  { ...PLAIN, files: [{ path: "../../x", bytes: Uint8Array.from([0xff, 0xfe, 0, 0xd8]) }] },
  { ...PLAIN, files: [{ path: "SKILL.md", bytes: encode("\n".repeat(100_000)) }] },
  { ...PLAIN, files: [{ path: "a.sh", bytes: encode("a".repeat(200_000)), isExecutable: true }] },
  { ...PLAIN, files: [{ path: "x.zip", bytes: encode("PK\u0003\u0004 is not an archive") }] },
];

/** The contract of the `Scanner` port, as cases that any test runner can run. */
export const scannerSuite: readonly ScannerCase[] = [
  {
    title: "has an id, which does not change",
    run: async (open) => {
      notEqual(open().id, "");
      equal(open().id, open().id);
    },
  },
  {
    title: "returns a report, whose verdict is as bad as its worst finding, and the same one again",
    run: async (open) => {
      const scanner = open();
      for (const subject of [PLAIN, ...HOSTILE]) {
        const report = await scanner.scan(subject);
        equal(readReport(report)?.verdict, report.verdict);
        deepEqual(await scanner.scan(subject), report);
      }
    },
  },
  {
    title: "counts what it inspected",
    run: async (open) => {
      const { inspected } = await open().scan(PLAIN);
      deepEqual(inspected, { files: 1, bytes: PLAIN.files[0]?.bytes.length });
    },
  },
  {
    title: "never calls a skill safe if something could not be read",
    run: async (open) => {
      const { verdict } = await open().scan({ ...PLAIN, gaps: [{ path: "x", reason: "it is too large" }] });
      ok(verdict === "incomplete" || verdict === "block", verdict);
    },
  },
  {
    title: "does not change the bytes",
    run: async (open) => {
      const bytes = PLAIN.files[0]?.bytes.slice();
      await open().scan(PLAIN);
      deepEqual(PLAIN.files[0]?.bytes, bytes);
    },
  },
];
