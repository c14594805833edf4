import { describe, expect, test } from "vitest";
import { type Growth, growLine } from "./grow-line.ts";
import { readWords } from "./read-words.ts";
import { stemsOf } from "./stems.ts";
import { writeWords } from "./write-words.ts";

const COMMON = new Set(["a", "an", "and", "the", "of", "in", "to", "by", "for", "with"]);

const GROWTH: Growth = {
  known: [],
  rarity: (stem) => (COMMON.has(stem) ? 0.7 : 3),
  lengthOf: (text) => text.length,
  around: 2,
  beginning: [],
};

/** The line after each step. */
function linesOf(description: string, growth: Partial<Growth> = {}): readonly string[] {
  const words = readWords(description, stemsOf);
  const steps = growLine(words, { ...GROWTH, ...growth });
  const shown = new Set<number>();
  return steps.map((step) => {
    for (const word of step.words) shown.add(word);
    return writeWords(description, words, { words: shown });
  });
}

describe("the words of a line", () => {
  test("I4 those that say something come before those between them", () => {
    const lines = linesOf("Counts tracks of herons in a valley");
    expect(lines).toContain("Counts tracks, herons, valley");
    expect(lines.at(-1)).toBe("Counts tracks of herons in a valley");
  });

  test("I4 words between two others are added together", () => {
    for (const line of linesOf("Counts tracks of herons in a valley")) {
      expect(line).not.toMatch(/\b(?:of|in|a)(?:,|$)/);
      expect(line.includes(" in ")).toBe(line.includes(" in a "));
    }
  });

  test("I4 a word that the line already has completes a phrase, but does not stand alone", () => {
    const lines = linesOf("Brand pages, venue pages, pages.");
    expect(lines.at(-1)).toBe("Brand pages, venue pages");
  });

  test("I4 words that only repeat another one are added together", () => {
    const lines = linesOf("heron heron heron heron, the heron the heron");
    expect(lines[0]).toBe("heron");
    expect(lines.at(-1)).toBe("heron heron heron heron");
    expect(lines).toHaveLength(2);
  });

  test("I4 function words in front of a phrase cost nothing", () => {
    expect(linesOf("Use it when the user asks to tag photos of herons.").at(-1)).toBe("tag photos of herons");
  });

  test("I4 what a skill is not for is never added", () => {
    expect(linesOf("Tags herons. This skill does NOT cover zebras of a zoo.").at(-1)).toBe("Tags herons");
  });

  test.each([
    "Counts tracks of herons in a valley",
    "Plans the trips of a club by train, by bus and by boat",
  ])("I4 every step costs what it adds to “%s”, and is worth at most as much as the one before", (description) => {
    const words = readWords(description, stemsOf);
    const steps = growLine(words, GROWTH);
    let cost = 0;
    for (const [index, line] of linesOf(description).entries()) {
      cost += steps[index]?.cost ?? 0;
      expect(cost, line).toBe(line.length + GROWTH.around);
    }
    const prices = steps.map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  });

  test("I4 the words between others are worth more, the more of the description is shown", () => {
    const rest =
      "by hippopotamus, rhinoceros, chimpanzee, salamander, butterfly, crocodile, grasshopper, caterpillar, " +
      "nightingale, woodpecker, porcupine, armadillo, chameleon, albatross, dragonfly and wolverine";
    const stepOf = (description: string) => {
      const words = readWords(description, stemsOf);
      // Without the rest of the description, "of" would be worth as much as other words.
      const steps = growLine(words, { ...GROWTH, rarity: () => 3 });
      const at = steps.findIndex((step) => step.words.some((index) => words[index]?.text === "of"));
      return steps.slice(0, at).flatMap((step) => step.words).length;
    };
    const alone = stepOf("Counts tracks of herons");
    expect(stepOf(`Counts tracks of herons ${rest}`)).toBeGreaterThan(alone);
  });
});
