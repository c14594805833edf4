import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines } from "./diff-lines.ts";

const shown = (before: string, after: string): readonly string[] =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: " ", old: "-", new: "+" }[kind]}${text}`);

describe("the preview of a change", () => {
  it("shows three lines around what changed", () => {
    expect(shown("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\nmore\n6\n7\n8\n9\n")).toEqual([
      " 2",
      " 3",
      " 4",
      "-5",
      "+five",
      "+more",
      " 6",
      " 7",
      " 8",
    ]);
  });

  it("shows a new file as a whole, and nothing when nothing changed", () => {
    expect(shown("", "a\nb\n")).toEqual(["+a", "+b"]);
    expect(shown("a\n", "a\n")).toEqual([]);
  });

  it("cuts a long line around what changed in it", () => {
    const [old = "", now = ""] = shown(
      `${"x".repeat(5000)}${"y".repeat(5000)}`,
      `${"x".repeat(5000)}NEW${"y".repeat(5000)}`,
    );
    expect(now).toContain("NEW");
    expect(Math.max(old.length, now.length)).toBeLessThan(170);
  });

  it("returns the new lines of any change in order", () => {
    const lines = fc
      .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 6 })
      .map((list) => list.map((line) => `${line}\n`).join(""));
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(before, after);
        const kept = diff.filter(({ kind }) => kind !== "old").map(({ text }) => text);
        const removed = diff.filter(({ kind }) => kind !== "new").map(({ text }) => text);
        expect(after.includes(kept.join("\n"))).toBe(true);
        expect(before.includes(removed.join("\n"))).toBe(true);
      }),
    );
  });
});
