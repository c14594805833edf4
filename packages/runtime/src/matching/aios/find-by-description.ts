import { compareText } from "../../basics/words.ts";
import { textWords } from "../triggers/text-words.ts";
import { type AiosMatch, type SearchableSkill, TOP_MATCHES } from "./aios-match.ts";
import { forbiddenKeywords } from "./forbidden-keywords.ts";
import { keywordsOf } from "./keywords.ts";

export interface KeywordSearch {
  readonly limit?: number;
  /** Minimum share of the query's keywords that a skill must have. */
  readonly overlap?: number;
}

/** AIOS: conservative, because a missed skill is better than a prompt full of irrelevant ones. */
const OVERLAP = 0.5;

/**
 * AIOS `findByDescription`: skills whose description has at least half of the query's keywords, best first; of two with
 * as many, the one whose description says less else. A query that is the name of a skill finds no other one, and what
 * the query forbids finds nothing.
 */
export function findByDescription<Found extends SearchableSkill>(
  query: string,
  skills: readonly Found[],
  { limit = TOP_MATCHES, overlap = OVERLAP }: KeywordSearch = {},
): readonly AiosMatch<Found>[] {
  const wanted = [...keywordsOf(query)];
  if (wanted.length === 0) return [];
  const forbidden = forbiddenKeywords(query);
  const called = skills.filter(({ name }) => isNameOf(query, name));
  return (called.length > 0 ? called : skills)
    .map((skill) => ({ skill, ...sharedKeywords(wanted, skill) }))
    .filter(({ shared }) => shared.length > 0 && shared.length / wanted.length >= overlap)
    .filter(({ shared }) => !shared.some((keyword) => forbidden.has(keyword)))
    .sort(
      (a, b) =>
        b.shared.length - a.shared.length || a.size - b.size || compareText(a.skill.name, b.skill.name),
    )
    .slice(0, limit)
    .map(({ skill, shared }) => ({
      skill,
      method: "keyword" as const,
      score: shared.length / wanted.length,
      reasons: [
        `the description has ${shared.length} of the message's ${wanted.length} keywords: ${shared.join(", ")}`,
      ],
    }));
}

/** True if a query consists of the words of a name. */
export function isNameOf(query: string, name: string): boolean {
  const words = (text: string) => textWords(text).map((word) => word.text);
  return words(query).join(" ") === words(name).join(" ");
}

/** The keywords that a skill's description shares with a query, and how many it has in all. */
export function sharedKeywords(
  wanted: readonly string[],
  { description }: SearchableSkill,
): { readonly shared: readonly string[]; readonly size: number } {
  const has = keywordsOf(description);
  return { shared: wanted.filter((keyword) => has.has(keyword)), size: has.size };
}
