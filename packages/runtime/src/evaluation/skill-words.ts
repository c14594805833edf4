import { compareText } from "../basics/words.ts";
import { eachTerm } from "../matching/words/terms.ts";
import type { Skill } from "../skill.ts";

/** The significant words of a skill's name and description: normalized form → form as written. */
export type SkillWords = ReadonlyMap<string, string>;

const MAX_TEXT = 8_192;
const MAX_SHOWN = 8;
/** In a smaller library every word would seem rare. */
const SMALL = 50;

/** The words that distinguish a skill from others. */
export function skillWords({ name, description }: Pick<Skill, "name" | "description">): SkillWords {
  const text = `${name.replaceAll(/[-_:]+/g, " ")}. ${description}`.slice(0, MAX_TEXT);
  const words = new Map<string, string>();
  eachTerm(text, (term, start, end) => {
    if (!words.has(term)) words.set(term, text.slice(start, end).toLowerCase());
  });
  return words;
}

/** The weight of a word: high if few skills have it. */
export function rarities(all: readonly SkillWords[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const words of all) for (const term of words.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const size = Math.max(all.length, SMALL);
  const weights = new Map([...counts].map(([term, count]) => [term, Math.log(1 + size / count)]));
  return (term) => weights.get(term) ?? Math.log(1 + size);
}

/** The share of common words, weighted by rarity: 1 for the same words, 0 for none in common. */
export function wordSimilarity(a: SkillWords, b: SkillWords, rarity: (term: string) => number): number {
  let shared = 0;
  let all = 0;
  for (const term of a.keys()) {
    const weight = rarity(term);
    all += weight;
    if (b.has(term)) shared += weight;
  }
  for (const term of b.keys()) if (!a.has(term)) all += rarity(term);
  return all === 0 ? 0 : shared / all;
}

/** Words of one skill that another has, or does not have, rarest first. */
export function distinguishingWords(
  words: SkillWords,
  other: SkillWords,
  { shared, rarity }: { readonly shared: boolean; readonly rarity: (term: string) => number },
): readonly string[] {
  return [...words]
    .filter(([term]) => other.has(term) === shared)
    .sort(([a], [b]) => rarity(b) - rarity(a) || compareText(a, b))
    .slice(0, MAX_SHOWN)
    .map(([, written]) => written);
}
