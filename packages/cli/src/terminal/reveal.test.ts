import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { revealLines } from "./reveal.ts";

describe("U9 text that a user reads before a decision", () => {
  it.each([
    ["zero\u200bwidth", "zero<U+200B>width"],
    ["tag\u{e0041}", "tag<U+E0041>"],
    ["selector\u{e0100}", "selector<U+E0100>"],
    ["mongolian\u180e", "mongolian<U+180E>"],
    ["\u001b[31mred", "<U+001B>[31mred"],
    ["a\u202eb", "a<U+202E>b"],
    ["filler\u3164\u2800", "filler<U+3164><U+2800>"],
    [`x${"\u0301".repeat(3_000)}`, `x${"\u0301".repeat(4)}<2996 combining marks>`],
    ["plain text, Käse, 日本語, 👍\ufe0f", "plain text, Käse, 日本語, 👍\ufe0f"],
    ["one\r\n\ttwo", "one\n\ttwo"],
  ])("%j is shown as %j", (text, shown) => {
    expect(revealLines(text)).toBe(shown);
  });

  it("has no control or format character left, whatever the text is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(revealLines(text).replaceAll(/[\n\t]/g, "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});
