import { describe, expect, test } from "vitest";
import { beginLine } from "./begin-line.ts";
import { planCatalog } from "./plan-catalog.ts";
import { readWords } from "./read-words.ts";
import { stemsOf } from "./stems.ts";
import { writeWords } from "./write-words.ts";

function beginningOf(description: string, width: number, name = ""): string {
  const words = readWords(description, stemsOf);
  const indices = beginLine(words, { width, known: stemsOf(name) });
  return writeWords(description, words, { words: new Set(indices) });
}

describe("the beginning of a line", () => {
  test.each([
    ["Tags photos of herons by place and date", 60, "Tags photos of herons by place and date"],
    ["Use this skill when the user asks to tag photos of herons", 60, "tag photos of herons"],
    [
      "Tags photos of herons by place and date, and prints albums",
      45,
      "Tags photos of herons by place and date",
    ],
    ["Tags photos of herons by place and date, and prints albums", 24, "Tags photos of herons"],
    ["Tags photos of the herons by place", 15, "Tags photos"],
    ["Drafts a pull request, a branch or a file", 60, "Drafts a pull request, branch or a file"],
    ["Tags photos that have been taken near herons", 60, "Tags photos, taken near herons"],
    ["Tags herons. Do not use for zebras. Prints albums", 80, "Tags herons"],
    ["Tags herons", 3, ""],
    ["When the user asks for it", 60, ""],
    ["", 60, ""],
  ])("I4 of “%s” within %i characters", (description, width, beginning) => {
    expect(beginningOf(description, width)).toBe(beginning);
  });

  test("I4 does not repeat the name in front, nor say that something is created", () => {
    expect(beginningOf("Creates invoices, quotes and reminders of invoices", 60, "invoice")).toBe(
      "quotes and reminders of invoices",
    );
  });
});

describe("a line with more room", () => {
  const TOPICS = "heron otter lynx badger stoat marten ibex bison tapir gecko".split(" ");
  const entries = TOPICS.map((topic, index) => ({
    name: `s${index}`,
    description: `Counts tracks of ${topic} families in a valley and draws maps of them. Use when volunteers ask where the ${topic} drinks, sleeps, hunts, hides, climbs, swims, nests, feeds or plays, how old a footprint is, which weather blurs it, who must be told about it, and what a ranger writes down afterwards.`,
  }));
  const linesWith = (characters: number) => {
    const { text } = planCatalog(entries, { budget: (characters * entries.length) / 4 });
    return text.split("\n").filter((line) => line.startsWith("- "));
  };

  test("I4 begins as its description does, and then has words of the rest", () => {
    for (const [index, line] of linesWith(150).entries()) {
      const start = `- s${index}: Counts tracks of ${TOPICS[index]} families in a valley and draws maps`;
      expect(line.slice(0, start.length)).toBe(start);
      expect(line).toMatch(/maps.*, (?:drinks|footprint|weather|ranger)/);
    }
  });

  test("I4 has only the words that tell it apart if there is little room", () => {
    for (const line of linesWith(55)) expect(line).not.toMatch(/ (?:of|in|a|and) /);
  });

  test("I4 has a longer beginning the more room there is", () => {
    const description = entries[0]?.description ?? "";
    const shared = [55, 100, 125, 150, 200].map((characters) => {
      const shown = linesWith(characters)[0]?.slice("- s0: ".length) ?? "";
      let length = 0;
      while (length < shown.length && shown[length] === description[length]) length += 1;
      return length;
    });
    expect(shared).toEqual(shared.toSorted((a, b) => a - b));
    expect(new Set(shared).size).toBeGreaterThan(2);
  });
});
