import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toJson } from "./json.ts";

describe("toJson", () => {
  it("U17 prints what JSON.parse reads back, without a character that a terminal obeys", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const printed = toJson({ text });
        expect(JSON.parse(printed)).toEqual({ text });
        expect(printed).not.toMatch(/[\p{Cc}\p{Cf}\p{Variation_Selector}\u2028\u2029]/u);
      }),
    );
  });

  it.each([
    "\u200b",
    "\ufeff",
    "\u180e",
    "\u{e0100}",
    "\u{e0041}",
    "\u00ad",
    "\u3164",
  ])("U17 escapes the invisible character %j", (hidden) => {
    const printed = toJson({ text: `a${hidden}b` });
    expect(printed).not.toContain(hidden);
    expect(JSON.parse(printed)).toEqual({ text: `a${hidden}b` });
  });

  it("escapes C1 and direction characters as \\u sequences", () => {
    expect(toJson("\u009b\u202e")).toBe('"\\u009b\\u202e"');
    expect(toJson("\u200b\ufeff\u180e\u{e0100}")).toBe('"\\u200b\\ufeff\\u180e\\udb40\\udd00"');
  });
});
