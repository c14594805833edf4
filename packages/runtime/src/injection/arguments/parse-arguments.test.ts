import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argumentSpecs } from "./argument-spec.ts";
import { parseArguments } from "./parse-arguments.ts";
import { splitWords } from "./split-words.ts";

const words = (line: string) => splitWords(line).map(({ text }) => text);

describe("the words of an argument line", () => {
  it.each([
    ["", []],
    ["  a \t b\nc ", ["a", "b", "c"]],
    ['"my file" x', ["my file", "x"]],
    ["'my file' x", ["my file", "x"]],
    ['a"b c"d', ["ab cd"]],
    ['""', [""]],
    ["x='a b'", ["x=a b"]],
    ["don't split it's", ["don't", "split", "it's"]],
    ['say "hi', ["say", '"hi']],
    ["'tis so", ["'tis", "so"]],
    ['6" wide', ['6"', "wide"]],
    ["C:\\dir\\file.txt", ["C:\\dir\\file.txt"]],
    ["\\\\server\\share", ["\\\\server\\share"]],
    ["my\\ file", ["my file"]],
    ['\\"x', ['"x']],
    ['"a \\"b\\" \\\\ \\n"', ['a "b" \\ \\n']],
    ["'a \\ b'", ["a \\ b"]],
    ["$(rm -rf /) `x` $HOME ; | > &", ["$(rm", "-rf", "/)", "`x`", "$HOME", ";", "|", ">", "&"]],
    ["全角　空白", ["全角", "空白"]],
    ["a\\", ["a\\"]],
  ])("S6 of %j are %j", (line, expected) => {
    expect(words(line)).toEqual(expected);
  });

  it("S6 come back as they were when they are quoted", () => {
    const quote = (word: string) => `"${word.replace(/["\\]/g, "\\$&")}"`;
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...Array.from("ab \n\t\0\"'\\$/{}[]`:=-é你😀\ud800")) }), {
          maxLength: 6,
        }),
        (list) => {
          expect(words(list.map(quote).join(" "))).toEqual(list);
        },
      ),
    );
  });

  it.each(['"', "'", "\\", '"\\', "' ", '" ', "a'", "=' "])("S6 can be hostile: many %j", (piece) => {
    const line = piece.repeat(200_000);
    expect(words(line).join("").length).toBeLessThanOrEqual(line.length);
  });
});

describe("an argument line", () => {
  const specs = argumentSpecs({
    arguments: [
      { name: "file", required: true },
      { name: "mode", enum: ["fast", "slow"], default: "fast" },
      { name: "max_count", type: "number" },
      { name: "dry", type: "boolean" },
    ],
  });

  it.each([
    ["a.txt", { file: "a.txt", mode: "fast" }, ["a.txt"]],
    [
      "a.txt slow 3 yes",
      { file: "a.txt", mode: "slow", max_count: 3, dry: true },
      ["a.txt", "slow", "3", "yes"],
    ],
    ["--mode slow a.txt", { file: "a.txt", mode: "slow" }, ["a.txt", "slow"]],
    ["mode=slow a.txt", { file: "a.txt", mode: "slow" }, ["a.txt", "slow"]],
    ["--file=a.txt slow", { file: "a.txt", mode: "slow" }, ["a.txt", "slow"]],
    ["--MAX-COUNT 3 a.txt", { file: "a.txt", mode: "fast", max_count: 3 }, ["a.txt", undefined, "3"]],
    ["a.txt --dry", { file: "a.txt", mode: "fast", dry: true }, ["a.txt", undefined, undefined, "true"]],
    ["--dry a.txt", { file: "a.txt", mode: "fast", dry: true }, ["a.txt", undefined, undefined, "true"]],
    [
      "--dry false a.txt",
      { file: "a.txt", mode: "fast", dry: false },
      ["a.txt", undefined, undefined, "false"],
    ],
    ["--no-dry a.txt", { file: "a.txt", mode: "fast", dry: false }, ["a.txt", undefined, undefined, "false"]],
    ["a.txt SLOW", { file: "a.txt", mode: "slow" }, ["a.txt", "slow"]],
    ["'--dry'", { file: "--dry", mode: "fast" }, ["--dry"]],
    ["-- --dry slow", { file: "--dry", mode: "slow" }, ["--dry", "slow"]],
    ["file='a b'", { file: "a b", mode: "fast" }, ["a b"]],
    ["file=", { file: "", mode: "fast" }, [""]],
    ["https://x.y/?mode=slow", { file: "https://x.y/?mode=slow", mode: "fast" }, ["https://x.y/?mode=slow"]],
    ["other=1", { file: "other=1", mode: "fast" }, ["other=1"]],
    ["file=a file=b", { file: "b", mode: "fast" }, ["b"]],
    [
      "a slow 1 no x y",
      { file: "a", mode: "slow", max_count: 1, dry: false },
      ["a", "slow", "1", "no", "x", "y"],
    ],
  ])("S6 %j is understood", (line, values, positional) => {
    expect(parseArguments(line, specs)).toEqual({ raw: line, values, positional, missing: [], problems: [] });
  });

  it.each([
    [
      "a fsat",
      { name: "mode", message: 'mode must be one of fast, slow, got "fsat"', hint: "write mode=fast" },
    ],
    [
      "a fast many",
      { name: "max_count", message: 'max_count must be a number, got "many"', hint: "write max_count=1" },
    ],
    [
      "a fast 0x1f",
      { name: "max_count", message: 'max_count must be a number, got "0x1f"', hint: "write max_count=1" },
    ],
    [
      "a fast 1e999",
      {
        name: "max_count",
        message: 'max_count must be a number, got "1e999"',
        hint: "write max_count=1",
      },
    ],
    [
      "a dry=maybe",
      {
        name: "dry",
        message: 'dry must be true or false, got "maybe"',
        hint: "write --dry or dry=false",
      },
    ],
    ["a --mode", { name: "mode", message: "--mode has no value", hint: "write --mode followed by a value" }],
    [
      "a --mode --dry",
      { name: "mode", message: "--mode has no value", hint: "write --mode followed by a value" },
    ],
    ["--flie a", { name: "flie", message: "unknown argument flie", hint: "write --file" }],
  ])("S6 %j has a problem, with a hint", (line, problem) => {
    expect(parseArguments(line, specs).problems).toContainEqual(problem);
  });

  it("S6 lists the required arguments that are not there", () => {
    expect(parseArguments("", specs).missing).toEqual(["file"]);
    expect(parseArguments(undefined, specs)).toMatchObject({
      raw: undefined,
      missing: ["file"],
      values: { mode: "fast" },
    });
    expect(parseArguments("--mode slow", specs).missing).toEqual(["file"]);
  });

  it("S6 without a declaration is only split", () => {
    const line = "--mode slow a=1 -- 'b c'";
    expect(parseArguments(line)).toEqual({
      raw: line,
      values: {},
      positional: ["--mode", "slow", "a=1", "--", "b c"],
      missing: [],
      problems: [],
    });
  });

  it("S6 with a hint is only split too; the hint defines how many words are missing", () => {
    const hinted = argumentSpecs({ argumentHint: "[mode] <from> <to>" });
    expect(parseArguments("from=a", hinted)).toMatchObject({
      positional: ["from=a"],
      values: {},
      missing: ["to"],
    });
    expect(parseArguments("a b", hinted).missing).toEqual([]);
  });

  it("S6 never throws, and never loses a word that has no name", () => {
    const piece = fc.constantFrom(
      "a",
      "file=x",
      "--mode",
      "--dry",
      "=",
      "--",
      "'",
      '"',
      "\\",
      " ",
      " ",
      "__proto__=1",
      "--constructor",
    );
    const line = fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(line, (text) => {
        const parsed = parseArguments(text, specs);
        expect(Object.keys(parsed.values).every((name) => specs.some((spec) => spec.name === name))).toBe(
          true,
        );
        expect(parseArguments(text).positional).toEqual(words(text));
      }),
    );
  });
});
