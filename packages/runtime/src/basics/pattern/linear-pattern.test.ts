import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linearPattern } from "./linear-pattern.ts";

describe("a pattern in linear time", () => {
  it("X3 matches what RegExp matches", () => {
    fc.assert(
      fc.property(
        pattern(3),
        fc.string({ unit: fc.constantFrom("a", "b", "1", " ", "\n", "é", "-") }),
        (source, text) => {
          const linear = linearPattern(source);
          if (!linear.ok) throw new Error(`${source}: ${linear.problem}`);
          expect([source, linear.test(text)]).toEqual([source, new RegExp(source, "u").test(text)]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["^\\d{4}-\\d{2}$", "2026-03", true],
    ["^\\d{4}-\\d{2}$", "2026-3", false],
    ["\\.md$", "a.md", true],
    ["^[^\\s{}]+$", "a b", false],
    ["^[\\w-]+$", "a-b", true],
    ["\\u0041\\x42", "AB", true],
    ["^(?:a|b|)c$", "c", true],
    ["", "x", true],
  ])("X3 %s and %j: %s", (source, text, expected) => {
    const linear = linearPattern(source);
    expect(linear.ok && linear.test(text)).toBe(expected);
  });

  it.each([
    "(a)\\1",
    "(?=a)",
    "(?<n>a)",
    "\\bword",
    "\\p{L}",
    "[z-a]",
    "(",
    ")",
    "a**",
    "*",
    "a{3,1}",
    "a{9999}",
    "[",
    "\\",
    "(?:a{999}){999}",
    "x".repeat(2_000),
    "(".repeat(100),
  ])("X3 refuses %s", (source) => {
    expect(linearPattern(source).ok).toBe(false);
  });

  it("X3 F11 takes a bounded number of steps on text that makes a backtracking engine hang", () => {
    const linear = linearPattern("^(?:a*)*(?:a|a)*$");
    expect(linear.ok && linear.test(`${"a".repeat(5_000)}!`)).toBe(false);
  });
});

/** Patterns of the supported kind, up to a depth. */
function pattern(depth: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom(
    "a",
    "b",
    ".",
    "\\d",
    "\\s",
    "\\W",
    "[ab]",
    "[^a1]",
    "[a-z-]",
    "\\.",
    "^",
    "$",
    "é",
  );
  if (depth === 0) return leaf;
  const inner = pattern(depth - 1);
  return fc.oneof(
    leaf,
    fc.tuple(inner, inner).map((parts) => parts.join("")),
    fc.tuple(inner, inner).map(([one, other]) => `(?:${one}|${other})`),
    fc
      .tuple(inner, fc.constantFrom("*", "+", "?", "{2}", "{1,}", "{0,2}", "*?"))
      .map(([part, times]) => `(${part})${times}`),
  );
}
