import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHidden, findHidden, withoutHidden } from "./hidden-characters.ts";

/** Written apart from the code: what no reader sees, and what no terminal may get. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}]/u;

const ALL = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
const SPACES = new Set(["\t", "\n", "\r"]);

/** Texts in which hidden characters, marks, joiners and emoji stand next to each other. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 3 }),
      fc.constantFrom(
        ..."\u200b\u200c\u200d\u180e\ufe0f\ufe0e\ufeff\u202e\u2066\u0301\u0489\u2800".split(""),
      ),
      fc.constantFrom("\u{e0100}", "\u{e0041}", "👩", "🏽", "❤", "1", "\u20e3", "क", "्", "ه", "\ud800", "a"),
      fc.nat(20).map((count) => "\u0300".repeat(count)),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe("U17 hidden characters", () => {
  it("are removed, each of all code points, and nothing else is", () => {
    const wrong = ALL.filter((character) => {
      const isHidden = !SPACES.has(character) && UNSEEN.test(character);
      return (
        (withoutHidden(`a${character}b`) === "ab") !== isHidden && !/[\u2800\ufffe\uffff]/.test(character)
      );
    });
    expect(wrong.filter((character) => !/\p{Noncharacter_Code_Point}/u.test(character))).toEqual([]);
    expect(withoutHidden("a\u2800\ufffeb")).toBe("ab");
  });

  it("are escaped in JSON, each of all code points, so that it parses to the same text", () => {
    const printed = escapeHidden(JSON.stringify(ALL));
    expect(printed).not.toMatch(UNSEEN);
    expect(JSON.parse(printed)).toEqual(ALL);
  });

  it("never remain in any mixture, whatever they stand next to", () => {
    const needed = /\u200c|\u200d|\ufe0f|\ufe0e/g;
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = withoutHidden(text);
        expect(shown.replace(needed, "").replace(/[\t\n\r]/g, "")).not.toMatch(UNSEEN);
        expect(shown).not.toMatch(/\p{M}{9}|(?:\u200c|\u200d|\ufe0e|\ufe0f){3}|\u200c(?:\u200c|\u200d)/u);
        // No hidden message survives between letters.
        expect(shown).not.toMatch(/[a-z](?:\u200c|\u200d|\ufe0e|\ufe0f)/);
        const json = JSON.stringify({ text });
        const printed = escapeHidden(json);
        expect(printed).not.toMatch(UNSEEN);
        expect(printed).not.toMatch(/\p{M}{9}/u);
        expect(JSON.parse(printed)).toEqual({ text });
      }),
      { numRuns: 2_000 },
    );
  });

  it("stay where a script or an emoji needs them", () => {
    for (const text of [
      "👨‍👩‍👧",
      "❤️",
      "👩🏽‍💻",
      "1️⃣",
      "نمی‌خواهم",
      "क्‍ष",
      "🏳️‍🌈",
      "café",
      "日本語",
      "e\u0301",
      "Zürich — “ok”",
    ])
      expect([text, withoutHidden(text), findHidden(text)]).toEqual([text, text, undefined]);
  });

  it("are found where they are", () => {
    expect(findHidden("ab\u{e0100}")).toBe(2);
    expect(findHidden("👩\u200d")).toBe(2);
    expect(findHidden("plain\ntext\t")).toBeUndefined();
  });

  it("of 3,000 accents on one letter, eight remain", () => {
    expect(withoutHidden(`Z${"\u0301".repeat(3_000)}algo`)).toBe(`Z${"\u0301".repeat(8)}algo`);
  });
});
