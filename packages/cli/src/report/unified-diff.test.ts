import { describe, expect, it } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

describe("a unified diff", () => {
  it("T4 is empty for equal texts, and whole for a new or removed file", () => {
    expect(unifiedDiff("a\n", "a\n")).toEqual([]);
    expect(unifiedDiff("", "a\nb\n")).toEqual(["@@ -0,0 +1,2 @@", "+a", "+b"]);
    expect(unifiedDiff("a\n", "")).toEqual(["@@ -1,1 +0,0 @@", "-a"]);
  });

  it("T4 has a hunk for each group of changes, with three lines around it", () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
    const changed = lines.map((line, at) => (at === 1 || at === 17 ? `${line}!` : line));
    expect(unifiedDiff(`${lines.join("\n")}\n`, `${changed.join("\n")}\n`)).toEqual([
      "@@ -1,5 +1,5 @@",
      " line 1",
      "-line 2",
      "+line 2!",
      " line 3",
      " line 4",
      " line 5",
      "@@ -15,6 +15,6 @@",
      " line 15",
      " line 16",
      " line 17",
      "-line 18",
      "+line 18!",
      " line 19",
      " line 20",
    ]);
  });

  it("T4 shows a missing newline at the end", () => {
    expect(unifiedDiff("a\n", "a")).toEqual(["@@ -1,1 +1,1 @@", "-a", "+a (no newline at the end)"]);
  });

  it("T4 stays fast for long texts without common lines", () => {
    const text = (mark: string) => `${Array.from({ length: 3_000 }, (_, at) => `${mark}${at}`).join("\n")}\n`;
    expect(unifiedDiff(text("a"), text("b"))).toHaveLength(6_001);
  });
});
