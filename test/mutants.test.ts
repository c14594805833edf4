import { describe, expect, it } from "vitest";
import { findMutants } from "../scripts/mutants/find-mutants.mjs";

const mutantsOf = (text: string) =>
  findMutants("a.ts", text).map(
    ({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
  );

describe("the mutants of a file", () => {
  it.each([
    ["const a = b < 3;", ["const a = b <= 3;", "const a = b < (3 + 1);"]],
    ["if (!a) b();", ["if (false) b();", "if ((a)) b();", "if (!a) ;"]],
    ["const a = b ?? 'x';", ["const a = 'x';", 'const a = b ?? "";']],
    ["const a = b ? c : d;", ["const a = true ? c : d;", "const a = false ? c : d;"]],
    ["const a = b.filter(c);", ["const a = b;"]],
    ["const a = { 'k': true };", ["const a = { 'k': false };"]],
  ])("change %s in every way that a test should notice", (text, expected) => {
    expect(mutantsOf(text)).toEqual(expected);
  });

  it.each([
    'import { a } from "b";',
    'type A = "x" | "y";',
    "interface A { b: 3 }",
    'let a: "x" | undefined;',
  ])("leave %s alone, because it has no behaviour", (text) => {
    expect(mutantsOf(text)).toEqual([]);
  });
});
