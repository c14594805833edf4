import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeLine } from "../escape-text.ts";
import { completeClauses } from "./complete-clauses.ts";
import { type CatalogWord, readWords } from "./read-words.ts";
import { stemsOf } from "./stems.ts";
import { writeWords } from "./write-words.ts";

const AROUND = 2;
const sizeOf = (text: string) => (text === "" ? 0 : AROUND + escapeLine(text).length);

describe("complete clauses", () => {
  test("I4 are shown from the first on, as many as fit, with the punctuation between them", () => {
    const description = "Counts tracks of herons, maps a valley; draws it.";
    const words = readWords(description, stemsOf);
    const textFor = (room: number) =>
      writeWords(
        description,
        words,
        completeClauses(description, words, { shown: new Set([5]), room, sizeOf }),
      );
    expect(textFor(0)).toBe("a");
    expect(textFor(25)).toBe("Counts tracks of herons, a");
    expect(textFor(40)).toBe("Counts tracks of herons, maps a valley");
    expect(textFor(60)).toBe("Counts tracks of herons, maps a valley; draws it");
  });

  test("I4 are those that are found by writing the whole line for each, also where escapes cross their ends", () => {
    const part = fc.constantFrom(
      "heron",
      "a",
      "the",
      ",",
      ".",
      "; ",
      "&amp;",
      "&lt",
      ";",
      "<b>",
      "&",
      "(",
      "#58",
    );
    const property = fc.property(
      fc.array(part, { maxLength: 25 }),
      fc.array(fc.nat({ max: 25 })),
      fc.nat({ max: 80 }),
      (parts, chosen, room) => {
        const description = parts.join(" ").replaceAll("& ", "&").replaceAll(" ;", ";");
        const words = readWords(description, stemsOf);
        const shown = new Set(chosen.filter((index) => index < words.length));
        const found = completeClauses(description, words, { shown, room, sizeOf });
        expect(found).toEqual(oneByOne(description, words, shown, room));
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});

/** The same by writing everything again for each clause. */
function oneByOne(
  description: string,
  words: readonly CatalogWord[],
  shown: ReadonlySet<number>,
  room: number,
) {
  let result = { words: shown, clauses: new Set<number>() };
  let left = room;
  const size = () => sizeOf(writeWords(description, words, result));
  for (const clause of new Set(words.map((word) => word.clause))) {
    const before = result;
    const old = size();
    const members = words.flatMap((word, index) => (word.clause === clause ? [index] : []));
    result = { words: new Set([...before.words, ...members]), clauses: new Set([...before.clauses, clause]) };
    if (size() - old > left) result = before;
    else left -= size() - old;
  }
  return result;
}
