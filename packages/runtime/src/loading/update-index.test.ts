import { describe, expect, test } from "vitest";
import type { IndexedFile } from "../ports.ts";
import { unreadable } from "./summarise-file.ts";
import { updateIndex } from "./update-index.ts";

const LATER = 1_000_000;

function entry(version: string): IndexedFile {
  return { size: 1, mtimeMs: 1, ctimeMs: 1, ino: 1, summary: { ...unreadable("nothing"), version } };
}

/** A root with this many files, all indexed, of which the first few were read again. */
function renewed(count: number, changed: number) {
  const names = Array.from({ length: count }, (_, at) => `/skills/s${at}/SKILL.md`);
  const remembered = new Map(names.map((name) => [name, entry("old")]));
  const read = new Map(names.slice(0, changed).map((name) => [name, entry("new")]));
  const stat = { kind: "file", size: 1, mtimeMs: 1, ctimeMs: 1, ino: 1, mode: 0o644 } as const;
  const files = names.map((real) => {
    const summary = (read.get(real) ?? entry("old")).summary;
    return { path: real, real, directory: real, realDirectory: real, stat, summary };
  });
  return updateIndex(remembered, { files, read }, LATER);
}

describe("D8 what is remembered of a root", () => {
  test("is written again when something changed in a small one", () => {
    expect(renewed(3, 0)).toBeUndefined();
    expect([...(renewed(3, 1)?.values() ?? [])].map(({ summary }) => summary.version)).toEqual([
      "new",
      "old",
      "old",
    ]);
  });

  test("is not written again for one file in a hundred, which are read again next time", () => {
    expect(renewed(1_000, 10)).toBeUndefined();
    expect(renewed(1_000, 11)?.size).toBe(1_000);
  });
});
