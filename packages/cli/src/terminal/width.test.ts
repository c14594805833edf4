import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutToWidth, padToWidth, widthOf } from "./width.ts";

describe("widthOf", () => {
  it.each([
    ["abc", 3],
    ["é", 1],
    ["e\u0301", 1],
    ["日本", 4],
    ["한글", 4],
    ["🚀", 2],
    ["👨‍👩‍👧", 2],
    ["🇩🇪", 2],
    ["❤️", 2],
    ["→", 1],
    ["\u200d", 0],
  ])("counts the columns of %s as %i", (text, columns) => {
    expect(widthOf(text)).toBe(columns);
  });
});

describe("cutToWidth", () => {
  it("never gives more than the columns there are", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 50 }), (whole, columns) => {
        expect(widthOf(cutToWidth(whole, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it.each([
    ["Fills in PDF forms", 30, "Fills in PDF forms"],
    ["Fills in PDF forms", 15, "Fills in PDF…"],
    ["Fills in PDF, forms", 14, "Fills in PDF…"],
    ["Donaudampfschifffahrt", 8, "Donauda…"],
    ["日本語の説明", 7, "日本語…"],
  ])("cuts %j to %i columns at a word: %j", (text, columns, cut) => {
    expect(cutToWidth(text, columns)).toBe(cut);
  });
});

describe("padToWidth", () => {
  it("fills up by columns, not by characters", () => {
    expect(padToWidth("日本", 6)).toBe("日本  ");
    expect(padToWidth("7", 3, "right")).toBe("  7");
  });
});
