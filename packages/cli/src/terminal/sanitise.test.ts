import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitise } from "./sanitise.ts";

/** Texts that mix ordinary characters with everything a terminal could obey. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "\u001b[31m",
        "\u001b]0;title\u0007",
        "\u009b2J",
        "\u202e",
        "\u2066",
        "\r\n",
        "\u001bPq\u001b\\",
        "\u{e0041}",
        "\u{e0101}",
        "\u180e",
      ),
    ),
  )
  .map((parts) => parts.join(""));

describe("sanitise", () => {
  it("U17 lets no control, direction, selector or tag character through, whatever comes in", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(sanitise(text)).not.toMatch(
          /[\p{Cc}\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e0fff}]/u,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it("changes nothing the second time", () => {
    fc.assert(fc.property(hostile, (text) => sanitise(sanitise(text)) === sanitise(text)));
  });

  it("leaves printable text as it is", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => sanitise(text) === text));
    expect(sanitise("日本語 👨‍👩‍👧 é")).toBe("日本語 👨‍👩‍👧 é");
  });

  it.each([
    ["a\u001b[31mb\u001b[0m", "ab"],
    ["a\u001b]8;;http://x\u0007link\u001b]8;;\u0007", "alink"],
    ["one\ntwo\r\n\tthree", "one two three"],
    ["a\u2028b\u0085c", "a b c"],
    ["x\u202ey\u202cz", "xyz"],
  ])("turns %j into %j", (text, safe) => {
    expect(sanitise(text)).toBe(safe);
  });
});
