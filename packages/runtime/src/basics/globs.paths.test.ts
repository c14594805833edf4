import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePathGlob, compileRulePath } from "./globs.ts";

describe("a path glob", () => {
  it.each([
    ["**", "a"],
    ["**", "a/b/.c"],
    ["**/*.ts", "a.ts"],
    ["**/*.ts", "src/deep/a.ts"],
    ["**/*.ts", "/abs/a.ts"],
    ["**/*.yml", ".github/workflows/ci.yml"],
    ["src/**", "src/a"],
    ["src/**", "src/a/b"],
    ["a/**/b", "a/b"],
    ["a/**/b", "a/x/y/b"],
    ["a/**/**/b", "a/b"],
    ["/a/*", "/a/b"],
    ["*.ts", "a.ts"],
    ["*", ".env"],
    ["a*b*c", "aXbYbZc"],
    ["**.ts", "a.ts"],
    ["?.md", "ü.md"],
    ["?.md", "😀.md"],
    ["*.{ts,tsx}", "a.tsx"],
    ["{src,test}/**/*.{js,ts}", "test/x/a.js"],
    ["{a,{b,c}}/x", "c/x"],
    ["{**/a,b}", "x/y/a"],
    ["a{,b}c", "ac"],
    ["{one}", "one"],
    ["[a-c]1", "b1"],
    ["[!a-c]1", "d1"],
    ["[^a]", "b"],
    ["[]]", "]"],
    ["[{]", "{"],
    ["{a", "{a"],
    ["a}", "a}"],
    ["[a", "[a"],
    ["{a,[}", "["],
    ["\\*", "*"],
    ["\\{a,b}", "{a,b}"],
    ["a\\", "a\\"],
    ["./src/*.ts", "src/a.ts"],
    ["src/*.ts", "./src/a.ts"],
    ["", ""],
  ])("M8 %j matches %j", (pattern, path) => {
    expect(compilePathGlob(pattern)(path)).toBe(true);
  });

  it.each([
    ["*.ts", "src/a.ts"],
    ["src/*", "src/a/b"],
    ["src/**", "src"],
    ["src/**", "srcs/a"],
    ["**/a", "xa"],
    ["a**b", "a/b"],
    ["**.ts", "src/a.ts"],
    ["a?b", "a/b"],
    ["[!x]", "/"],
    ["[--9]", "/"],
    ["*.ts", "a.TS"],
    ["*.ts", "a.tsx"],
    ["{a,b}", "c"],
    ["a{b,c}d", "abcd"],
    ["", "a"],
    ["**", ""],
    [`${"a".repeat(1025)}`, "a".repeat(1025)],
  ])("M8 %j does not match %j", (pattern, path) => {
    expect(compilePathGlob(pattern)(path)).toBe(false);
  });

  it.each([
    "*a".repeat(500),
    `${"**/".repeat(300)}z`,
    `${"**/a/".repeat(200)}z`,
    "{a,".repeat(300),
    "{{a,b},".repeat(140) + "}".repeat(140),
    "{a,b}".repeat(200),
    "[".repeat(1000),
    "\\".repeat(1001),
  ])("M8 stays answerable when the pattern is hostile: %#", (pattern) => {
    expect(compilePathGlob(pattern)(`${"a/".repeat(1000)}b`)).toBe(false);
  });

  it("M8 never throws, and a pattern without special characters matches itself alone", () => {
    const piece = fc.constantFrom(
      "*",
      "**",
      "?",
      "[",
      "]",
      "{",
      "}",
      ",",
      "\\",
      "/",
      "!",
      "-",
      "a",
      "b",
      "😀",
    );
    const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, text, (pattern, path) => {
        expect(typeof compilePathGlob(pattern)(path)).toBe("boolean");
      }),
    );
    const plain = fc.stringMatching(/^[a-z][a-z/._-]{0,10}$/);
    fc.assert(
      fc.property(plain, plain, (pattern, path) => {
        expect(compilePathGlob(pattern)(path)).toBe(pattern === path);
      }),
    );
  });

  it("M8 agrees with the same pattern written as a regular expression", () => {
    const piece = fc.constantFrom(
      ["a", "a"],
      ["b", "b"],
      ["/", "/"],
      ["*x", "[^/]*x"],
      ["?", "[^/]"],
      ["/**/", "/(?:.*/)?"],
      ["{a,bb}", "(?:a|bb)"],
      ["[ab]", "[ab]"],
      ["[!a]", "[^a/]"],
    );
    const path = fc.array(fc.constantFrom("a", "b", "x", "/"), { maxLength: 12 }).map((all) => all.join(""));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), path, (pieces, text) => {
        const pattern = pieces.map(([glob]) => glob).join("");
        const expression = new RegExp(`^${pieces.map(([, source]) => source).join("")}$`, "su");
        expect(compilePathGlob(pattern)(text)).toBe(expression.test(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the path of a tool rule", () => {
  it.each([
    ["/w/src/**", "/w/src/a/b.ts", true],
    ["/w/src/**", "/w/src", false],
    ["/w/*.ts", "/w/a.ts", true],
    ["/w/*.ts", "/w/a/b.ts", false],
    ["/w/[id].tsx", "/w/[id].tsx", true],
    ["/w/[id].tsx", "/w/i.tsx", false],
    ["/w/{a,b}", "/w/{a,b}", true],
    ["/w/{a,b}", "/w/a", false],
    [`/w/${"a".repeat(2_000)}`, `/w/${"a".repeat(2_000)}`, true],
  ])("X7 %# knows stars and question marks only, at any length", (pattern, path, expected) => {
    expect(compileRulePath(pattern)(path)).toBe(expected);
  });
});
