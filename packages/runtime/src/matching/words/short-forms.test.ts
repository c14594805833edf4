import { describe, expect, test } from "vitest";
import { longFormsOf, SHORT_FORMS } from "./short-forms.ts";
import { termsOf } from "./terms.ts";

describe("short forms", () => {
  test("M5 every one is a single word and means others, which a message with it finds", () => {
    for (const [written, means] of SHORT_FORMS) {
      const [term = "", ...more] = termsOf(written);
      expect([written, more]).toEqual([written, []]);
      expect([written, longFormsOf(term)]).toEqual([written, termsOf(means)]);
      expect(longFormsOf(term).filter((long) => long !== term).length, written).toBeGreaterThan(0);
    }
  });

  test("M5 none is listed twice, not even in another form of the word, and a word that is none means nothing else", () => {
    const terms = SHORT_FORMS.map(([written]) => termsOf(written)[0]);
    expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([]);
    expect(longFormsOf("elephant")).toEqual([]);
    expect(longFormsOf("")).toEqual([]);
  });
});
