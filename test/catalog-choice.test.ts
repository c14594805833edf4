import { join } from "node:path";
import { planCatalog } from "@knowhow/runtime/authoring";
import { createRuntime } from "@knowhow/runtime/node";
import { beforeAll, describe, expect, test } from "vitest";
import { fullLines, type Lines, type Listed, linesOf, OTHER_WAYS } from "../bench/catalog-ways.mjs";
import { LABELLED_SET, wantedMessages } from "../bench/matching-skills.mjs";

const messages = wantedMessages();
let skills: readonly Listed[] = [];

beforeAll(async () => {
  const roots = [join(LABELLED_SET, "skills")];
  const runtime = await createRuntime({ roots, providers: false, cache: false });
  skills = runtime.library.list().map(({ name, description }) => ({ name, description }));
});

describe("a reader that chooses from the lines of a shortened catalog", () => {
  test.each([
    [100, 0.88],
    [200, 0.7],
    [500, 0.48],
  ])("I4 makes most of its right choices with as much room as each of %i skills has in 16,000 characters", (size, least) => {
    const characters = Math.floor((16_000 * skills.length) / size);
    const { text } = planCatalog(skills, { budget: Math.floor(characters / 4) - 1 });
    expect(text.length).toBeLessThanOrEqual(characters);
    const best = rightChoices(fullLines(skills));
    const share = rightChoices(linesOf(text)) / best;
    expect(share).toBeGreaterThanOrEqual(least);
    for (const write of Object.values(OTHER_WAYS))
      expect(share).toBeGreaterThan(rightChoices(write(skills, characters)) / best);
  });
});

function rightChoices(lines: Lines): number {
  const rank = createRanker(lines);
  return messages.filter(({ query, expect: wanted }) => wanted.includes(rank(query) ?? "")).length;
}

/** BM25 over words without an ending. How common a word is, it knows from the full descriptions, as a reader knows it. */
function createRanker(lines: Lines): (message: string) => string | undefined {
  const documents = Array.from(lines, ([name, line]) => ({ name, words: wordsOf(line) }));
  const mean = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const uses = new Map<string, Map<string, number>>();
  for (const { name, words } of documents)
    for (const word of words) {
      const places = uses.get(word) ?? new Map<string, number>();
      uses.set(word, places.set(name, (places.get(name) ?? 0) + 1));
    }
  const common = new Map<string, number>();
  for (const { name, description } of skills)
    for (const word of new Set(wordsOf(`${name} ${description}`)))
      common.set(word, (common.get(word) ?? 0) + 1);
  const sizes = new Map(documents.map(({ name, words }) => [name, words.length / mean]));
  return (message) => {
    const scores = new Map<string, number>();
    for (const word of new Set(wordsOf(message))) {
      const places = uses.get(word) ?? new Map<string, number>();
      const count = common.get(word) ?? 0;
      const rarity = Math.log(1 + (skills.length - count + 0.5) / (count + 0.5));
      for (const [name, times] of places) {
        const score = (rarity * times * 2.2) / (times + 1.2 * (0.3 + 0.7 * (sizes.get(name) ?? 1)));
        scores.set(name, (scores.get(name) ?? 0) + score);
      }
    }
    return [...scores].sort(([, a], [, b]) => b - a)[0]?.[0];
  };
}

function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, "") : word));
}
