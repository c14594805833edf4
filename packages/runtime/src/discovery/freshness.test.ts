import { describe, expect, it } from "vitest";
import type { FileStat, IndexedFile } from "../ports.ts";
import { isFresh, isSettled } from "./freshness.ts";

const stat: FileStat = { kind: "file", size: 5, mtimeMs: 10_000.5, ctimeMs: 10_000.7, ino: 3, mode: 0o644 };
const real = "/skills/pdf/SKILL.md";
const indexed: IndexedFile = {
  size: 5,
  mtimeMs: 10_000.5,
  ctimeMs: 10_000.7,
  ino: 3,
  summary: {
    hasFrontmatter: true,
    metadata: {},
    allowedTools: [],
    fields: {},
    extensions: {},
    version: "v",
    tokens: 1,
    diagnostics: [],
  },
};

describe("D8 a remembered file", () => {
  it("is fresh while nothing about the file changed", () => {
    expect(isFresh(indexed, { path: real, real, stat })).toBe(true);
    expect(isFresh(indexed, { path: "/linked/pdf/SKILL.md", real, stat })).toBe(true);
    const linked = { ...indexed, readAs: "other/SKILL.md" };
    expect(isFresh(linked, { path: "/skills/other/SKILL.md", real, stat })).toBe(true);
  });

  it("is not fresh under another name of its directory or itself", () => {
    expect(isFresh(indexed, { path: "/skills/other/SKILL.md", real, stat })).toBe(false);
    expect(isFresh(indexed, { path: "/skills/pdf/skill.md", real, stat })).toBe(false);
    expect(isFresh({ ...indexed, readAs: "other/SKILL.md" }, { path: real, real, stat })).toBe(false);
  });

  it.each([
    { size: 6 },
    { mtimeMs: 10_000.6 },
    { ctimeMs: 1 },
    { ino: 4 },
    { kind: "link" as const },
  ])("is stale when %o", (change) => {
    expect(isFresh(indexed, { path: real, real, stat: { ...stat, ...change } })).toBe(false);
  });

  it("is not remembered when it changed just before it was read", () => {
    expect(isSettled(stat, 10_050)).toBe(false);
    expect(isSettled(stat, 10_101)).toBe(true);
    expect(isSettled({ ...stat, ctimeMs: 20_000.5 }, 20_050)).toBe(false);
  });

  it("has to be older where times are whole seconds", () => {
    const coarse = { ...stat, mtimeMs: 10_000, ctimeMs: 10_000 };
    expect(isSettled(coarse, 12_400)).toBe(false);
    expect(isSettled(coarse, 12_500)).toBe(true);
  });

  it("is not indexed when its time is in the future", () => {
    expect(isSettled(stat, 5_000)).toBe(false);
  });
});

describe("a file system that keeps no times", () => {
  it("D8 is never relied on: its files count as just changed, however late they are read", () => {
    expect(isSettled({ mtimeMs: 0, ctimeMs: 0 }, 1e12)).toBe(false);
    expect(isSettled({ mtimeMs: 1, ctimeMs: 1 }, 1e12)).toBe(true);
  });
});
