import { describe, expect, test } from "vitest";
import { requestText } from "./request-text.ts";
import { isSmallTalk } from "./small-talk.ts";

const askedOf = (...lines: readonly string[]) => requestText(lines.join("\n")).asked;

describe("what is asked beside what is pasted", () => {
  test("M5 text after a fence is asked again", () => {
    expect(askedOf("Look at this", "```", "merge()", "```", "Why is it slow?")).toBe(
      "Look at this\nWhy is it slow?",
    );
    expect(askedOf("Look at this", "~~~", "```", "merge()", "~~~", "Why?")).toBe("Look at this\nWhy?");
  });

  test("M5 terminal output ends with an empty line, and not before", () => {
    expect(askedOf("It fails:", "$ npm test", "the report was not found", "still output", "", "Why?")).toBe(
      "It fails:\n\nWhy?",
    );
  });

  test("M5 a diff goes on as long as its lines are marked", () => {
    expect(
      askedOf("--- a/notes", "+++ b/notes", "@@ -1 +1 @@", "-old words", "+new words", "Review it."),
    ).toBe("Review it.");
  });

  test("M5 a long line without spaces is pasted data, not a request", () => {
    expect(askedOf("Decode this", "QUJD".repeat(120), "please")).toBe("Decode this\nplease");
    expect(askedOf("QUJD".repeat(20), "please")).toContain("QUJD");
  });

  test("M5 of a long message the start and the end are read, and little of what is pasted", () => {
    const long = `Start here.\n${"word ".repeat(4_000)}\nEnd there.`;
    expect(requestText(long).asked).toMatch(/^Start here\.[\s\S]*End there\.$/);
    expect(requestText(long).asked.length).toBeLessThanOrEqual(8_001);
    expect(requestText(`\`\`\`\n${"x = 1\n".repeat(500)}\`\`\``).pasted).toHaveLength(1_500);
  });
});

describe("small talk", () => {
  test.each([
    "bom dia",
    "muito obrigada",
    "sim, perfeito",
    "grazie mille",
    "va bene",
    "tack",
    "kiitos",
    "дякую",
    "terima kasih",
    "תודה רבה",
    "hoi, bedankt",
    "謝謝",
  ])("M5 is that in many languages: %s", (message) => {
    expect(isSmallTalk(message)).toBe(true);
  });

  test("M5 is short, and a single other word makes it a request", () => {
    expect(isSmallTalk("thanks ".repeat(14))).toBe(true);
    expect(isSmallTalk("thanks ".repeat(15))).toBe(false);
    expect(isSmallTalk("thanks, invoice")).toBe(false);
    expect(isSmallTalk("谢谢".repeat(12))).toBe(true);
    expect(isSmallTalk("谢谢".repeat(13))).toBe(false);
  });
});
