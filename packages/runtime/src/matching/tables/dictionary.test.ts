import fc from "fast-check";
import { expect, test } from "vitest";
import { findWord, orderWords, wordAt } from "./dictionary.ts";

const word = fc.oneof(
  fc.stringMatching(/^[a-c]{1,4}$/),
  fc.string({
    unit: fc.constantFrom("a", "é", "ß", "你", "が", "\uffee", "𝒜", "😀"),
    minLength: 1,
    maxLength: 4,
  }),
);

test("M5 every word of a dictionary is found at its position, and no other is", () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, (all, other) => {
      const { words, dictionary } = orderWords(all);
      expect([...words].sort()).toEqual([...all].sort());
      for (const [id, one] of words.entries()) {
        expect(wordAt(dictionary, id)).toBe(one);
        expect(findWord(dictionary, one)).toBe(id);
      }
      if (!all.includes(other)) expect(findWord(dictionary, other)).toBeUndefined();
    }),
  );
});
