import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isKnowhowError } from "../errors.ts";
import { compileGlob } from "./globs.ts";

describe("D5 a pattern for names", () => {
  it.each([
    ["*", ["", "pdf", "a-b"], []],
    ["pdf", ["pdf"], ["pdf2", "Pdf", ""]],
    ["pdf-*", ["pdf-", "pdf-forms"], ["pdf", "my-pdf-x"]],
    ["*-note", ["daily-note", "-note"], ["note", "daily-notes"]],
    ["a*b*c", ["abc", "axxbyyc", "abcbc"], ["ab", "acb"]],
    ["v?", ["v1", "vé", "v😀"], ["v", "v12"]],
    ["[abc]x", ["ax", "cx"], ["dx", "x"]],
    ["[a-c1-3]", ["b", "2"], ["d", "4", "-"]],
    ["[!a-c]", ["d", "-"], ["a"]],
    ["[^x]y", ["ay"], ["xy"]],
    ["{pdf,docx}", ["pdf", "docx"], ["pdf,docx", ""]],
    ["a{b,c{d,e}}f", ["abf", "acdf", "acef"], ["acf", "af"]],
    ["x{,-y}", ["x", "x-y"], ["x-"]],
    ["\\*", ["*"], ["a"]],
    ["[{]", ["{"], ["a"]],
    ["(a+)+$", ["(a+)+$"], ["aaa"]],
  ])("%s matches what it should and nothing else", (pattern, yes, no) => {
    const matches = compileGlob(pattern);
    expect(yes.filter((name) => !matches(name))).toEqual([]);
    expect(no.filter(matches)).toEqual([]);
  });

  it.each(["{a,b", "[a", "x".repeat(300)])("says that %s cannot be used", (pattern) => {
    expect(() => compileGlob(pattern)).toThrow(expect.toSatisfy(isKnowhowError));
  });

  it("tries every alternative, however many there are", () => {
    const matches = compileGlob("{a,b}".repeat(40));
    expect([matches("ab".repeat(20)), matches("ab".repeat(19))]).toEqual([true, false]);
  });

  it("matches a text that is written literally, whatever it contains", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (name) => {
        const escaped = Array.from(name, (character) => `\\${character}`).join("");
        expect(compileGlob(escaped)(name)).toBe(true);
      }),
    );
  });

  it("agrees with the plain definition of a star", () => {
    const piece = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 4 }),
        fc.string({ unit: fc.constantFrom("a", "b") }),
        (pieces, name) => {
          const expected = new RegExp(`^${pieces.join(".*")}$`).test(name);
          expect(compileGlob(pieces.join("*"))(name)).toBe(expected);
        },
      ),
    );
  });

  it("ends on patterns and names made to be slow", () => {
    const matches = compileGlob(`${"*a".repeat(100)}*b`);
    expect(matches("a".repeat(20_000))).toBe(false);
  });
});
