import { compareText } from "../../basics/words.ts";
import { LEVELS, type Level } from "../../skill.ts";
import { stemsOf } from "./stems.ts";
import { tieBreaker } from "./tie-breaker.ts";
import { wordRarity } from "./word-rarity.ts";

interface Named {
  readonly name: string;
  readonly level?: Level;
  readonly uses?: number;
}

/**
 * The order in which names are listed if not all fit: the user's own levels before the built-in one, then skills that are
 * used more often, then names that say more and say something else than those before. Returns indices.
 */
export function orderNames(entries: readonly Named[]): readonly number[] {
  const stems = entries.map(({ name }) => stemsOf(name));
  const rarity = wordRarity(stems);
  const names = entries.map(({ name, level, uses = 0 }, index) => ({
    index,
    name,
    stems: stems[index] ?? [],
    level: level === undefined ? LEVELS.length : LEVELS.indexOf(level),
    uses,
    tie: tieBreaker(name),
    score: 0,
  }));
  type Ranked = (typeof names)[number];
  const order = (a: Ranked, b: Ranked) =>
    b.level - a.level || b.uses - a.uses || b.score - a.score || a.tie - b.tie || compareText(a.name, b.name);
  const score = (name: Ranked, worth: (stem: string) => number) => {
    const sum = name.stems.reduce((total, stem) => total + (stem.length < SHORT ? 0.5 : 1) * worth(stem), 0);
    return sum / Math.sqrt(Math.max(1, name.stems.length));
  };
  for (const name of names) name.score = score(name, rarity);
  const before = new Map<string, number>();
  for (const name of names.toSorted(order)) {
    name.score = score(name, (stem) => rarity(stem) / (1 + (before.get(stem) ?? 0)));
    for (const stem of name.stems) before.set(stem, (before.get(stem) ?? 0) + 1);
  }
  return names.sort(order).map(({ index }) => index);
}

/** Parts of a name below this length are numbers and abbreviations that mean little by themselves. */
const SHORT = 3;
