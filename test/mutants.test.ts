import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { addSwitches } from "../scripts/mutants/add-switches.mjs";
import { equivalents } from "../scripts/mutants/equivalents.mjs";
import { findChosen } from "../scripts/mutants/find-chosen.mjs";
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
    ["const a = b[c] ?? 0;", ["const a = 0;"]],
    ["const a = b?.c ?? 0;", ["const a = 0;", "const a = b?.c ?? 1;"]],
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

describe("the switches of a file", () => {
  const run = (text: string, active: number) => {
    const mutants = findMutants("a.ts", text).map((mutant, id) => ({ id, mutant }));
    const code = addSwitches(text, mutants);
    const switched = { __mutant: (id: number) => id === active };
    return new Function("globalThis", "b", code)(switched, { c: [3, 1], d: undefined });
  };

  it.each([
    ["return b.c[0] < 3 ? 'yes' : 'no';", "no"],
    ["let a = 1; a = a + 2; return !a;", false],
    ["return b.d?.filter((x) => x > 1).length ?? 7;", 7],
  ])("turn each mutant of %s on alone", (text, plain) => {
    expect(run(text, -1)).toBe(plain);
    const mutants = findMutants("a.ts", text);
    expect(mutants.length).toBeGreaterThan(2);
    for (const [id, { start, end, replacement }] of mutants.entries()) {
      const alone = text.slice(0, start) + replacement + text.slice(end);
      const outcome = (work: () => unknown) => {
        try {
          return work();
        } catch (error) {
          return String(error);
        }
      };
      expect(outcome(() => run(text, id))).toEqual(
        outcome(() => new Function("b", alone)({ c: [3, 1], d: undefined })),
      );
    }
  });
});

describe("the lists of mutants", () => {
  it("name code that is still there", () => {
    expect(findChosen().length).toBeGreaterThan(100);
    const lost = equivalents.filter(
      ({ file, code }) =>
        !readFileSync(`packages/runtime/src/${file}`, "utf8")
          .split("\n")
          .some((line) => line.trim() === code),
    );
    expect(lost).toEqual([]);
  });

  it("are published, with the number of chosen changes and the test that notices each", () => {
    const page = readFileSync("docs/mutation-score.md", "utf8");
    const single = findChosen().filter(
      ({ change }) => !/ without `format\.| is an? (?:info|warning)$/.test(change),
    );
    expect(single.filter(({ change }) => !page.includes(`| ${change} | \``))).toEqual([]);
    expect(page).toContain(`they have ${findChosen().length} now`);
  });
});
