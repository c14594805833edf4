import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bertWords, LONGEST_TEXT } from "./bert-words.ts";
import { pieceTable, wordPieces } from "./word-piece.ts";

const pieces = ["un", "##aff", "##able", "##a", "run", "##ning", "the", ".", "a", "##b"];
const table = pieceTable(new Map(pieces.map((piece, index) => [piece, index])));
const spelled = (text: string) => wordPieces(text, table).map((piece) => pieces[piece]);

describe("words as BERT sees them", () => {
  it.each([
    ["Hello, World!", ["hello", ",", "world", "!"]],
    ["snake_case-name v1.2", ["snake", "_", "case", "-", "name", "v1", ".", "2"]],
    ["Crème Brûlée", ["creme", "brulee"]],
    ["日本 text", ["日", "本", "text"]],
    ["a\u0000b\u200Bc\uFFFDd", ["abcd"]],
    ["tab\tand\nline", ["tab", "and", "line"]],
    ["«naïve» — ok", ["«", "naive", "»", "—", "ok"]],
    ["2 < 3 → $5", ["2", "<", "3", "→", "$", "5"]],
    ["", []],
  ])("of %j are %j", (text, words) => {
    expect(bertWords(text)).toEqual(words);
  });

  it("keep letter case and accents for a model that minds them", () => {
    expect(bertWords("Crème THE", true)).toEqual(["Crème", "THE"]);
  });

  it("are the same whether a text takes the short way for plain ASCII or the long one", () => {
    const ascii = fc.string({
      unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
    });
    // A sign that normalisation removes forces the long way.
    fc.assert(
      fc.property(ascii, (text) => {
        expect(bertWords(`${text}\u200B`)).toEqual(bertWords(text));
      }),
    );
  });
});

describe("pieces of words", () => {
  it.each([
    ["unaffable", ["un", "##aff", "##able"]],
    ["Running the.", ["run", "##ning", "the", "."]],
    ["the xyz the", ["the", "the"]],
    ["runx the", ["the"]],
  ])("of %j are %j", (text, expected) => {
    expect(spelled(text)).toEqual(expected);
  });

  it("put one mark in the place of a word that cannot be put together", () => {
    expect(wordPieces("the runx a", table, { unknown: 99 })).toEqual([6, 99, 8]);
  });

  it("do not look into words longer than a hundred letters", () => {
    expect(wordPieces(`a${"b".repeat(99)}`, table)).toHaveLength(100);
    expect(wordPieces(`a${"b".repeat(100)}`, table)).toEqual([]);
  });

  it("spell exactly the words they were taken from, for any text", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "r", "u", "n", "A", " ", ".", "é", "語") });
    fc.assert(
      fc.property(letters, (text) => {
        const whole = bertWords(text).filter((word) => wordPieces(word, table).length > 0);
        expect(spelled(text).join("").replaceAll("##", "")).toBe(whole.join(""));
      }),
    );
  });

  it("ask the table a bounded number of times, however hostile the text", () => {
    let asked = 0;
    const find = () => {
      asked += 1;
      return -1;
    };
    const counting = { ...table, find };
    wordPieces("ab".repeat(50).concat(" ").repeat(10_000), counting);
    expect(asked).toBeLessThanOrEqual(LONGEST_TEXT * table.longestPiece);
    wordPieces("x".repeat(2_000_000), counting);
    expect(asked).toBeLessThanOrEqual(LONGEST_TEXT * table.longestPiece);
  });
});
