import { type Evidence, type QueryVectors, rankSkills } from "../matching/evidence/rank-skills.ts";
import type { LexicalIndex } from "../matching/lexical/lexical-index.ts";
import { type LexicalQuery, lexicalQuery, type SoughtTerm } from "../matching/lexical/lexical-query.ts";
import { countIn } from "../matching/lexical/term-counts.ts";
import type { Matchable } from "../matching/matchable.ts";

/** A skill that was found, by row. */
export interface FoundRow {
  readonly row: number;
  readonly score: number;
}

/** The texts that a query can be part of. */
interface SearchedSkill {
  readonly name: string;
  readonly description: string;
}

/** Bonus of a name that contains the query, and of a description that does. */
const IN_NAME = 0.4;
const IN_DESCRIPTION = 0.1;

/** Bonus of a skill whose name, triggers or description have every word of the query, in any form. */
const ALL_WORDS = 0.5;

/** Bonus of a skill whose name and description have every word of the query as it is written, common words too. */
const AS_WRITTEN = 1;

/** Bonus of a skill whose name is the query; it comes first in any case. */
const EXACT = 2;

/** Minimum score by words, relative to the best one: a common word in a long body is no result. */
const MIN_SHARE = 0.1;

/** Minimum similarity of a skill that has none of the words. */
const NEAR = 0.5;

/**
 * Ranks skills for a query: an exact name first, then by words and meaning. A skill is found if it has a word of the
 * query, contains the query, or has a similar meaning.
 */
export function rankSearch(
  query: string,
  vectors: readonly (QueryVectors | undefined)[],
  index: Matchable & { readonly skills: readonly SearchedSkill[] },
  isCandidate: (row: number) => boolean,
): readonly FoundRow[] {
  const { lexical, models, skills } = index;
  const sought = lexicalQuery([{ text: query, weight: 1 }], lexical, index.spelling);
  const words = new Float32Array(lexical.size);
  lexical.score(sought.terms, words);
  const best = words.reduce((most, score) => Math.max(most, score), 0);
  const { exact, bonuses } = findText(query, skills);
  for (const row of rowsWithAll(sought, lexical, words))
    bonuses.set(row, (bonuses.get(row) ?? 0) + ALL_WORDS);
  const hasWords = (row: number) => (words[row] ?? 0) > 0 && (words[row] ?? 0) >= MIN_SHARE * best;
  const isFound = ({ row, cosines }: Evidence) =>
    bonuses.has(row) || hasWords(row) || cosines.some((cosine) => cosine >= NEAR);

  const ranked = rankSkills({ lexical, models, query: sought, vectors, bonuses, isCandidate }).filter(
    isFound,
  );
  const top = ranked[0]?.score ?? 0;
  const first = ranked
    .filter(({ row }) => exact.has(row))
    .map(({ row, score }) => ({ row, score: Math.max(top, score) }));
  const others = ranked.filter(({ row }) => !exact.has(row));

  const listed = new Set(ranked.map(({ row }) => row));
  const least = ranked.at(-1)?.score ?? 1;
  const rest: FoundRow[] = [];
  for (let row = 0; row < lexical.size; row += 1) {
    if (listed.has(row) || !isCandidate(row) || !(bonuses.has(row) || hasWords(row))) continue;
    const score = (words[row] ?? 0) / (best || 1) + (bonuses.get(row) ?? 0);
    rest.push({ row, score: Math.min(score, least) });
  }
  rest.sort((a, b) => b.score - a.score || a.row - b.row);
  return [...first, ...others, ...rest].map(({ row, score }) => ({ row, score: rounded(score) }));
}

/** The rows whose name is the query, and a bonus for those that contain it in their name or description. */
function findText(
  query: string,
  skills: readonly SearchedSkill[],
): { readonly exact: ReadonlySet<number>; readonly bonuses: Map<number, number> } {
  const exact = new Set<number>();
  const bonuses = new Map<number, number>();
  const name = foldName(query);
  const text = foldText(query).trim();
  const words = [...new Set(text.match(WORD))];
  for (const [row, skill] of skills.entries()) {
    const folded = foldName(skill.name);
    if (folded === name) exact.add(row);
    const description = foldText(skill.description);
    const isWritten = (word: string) => hasWord(description, word) || hasWord(folded, word);
    const bonus =
      (folded === name ? EXACT : 0) +
      (name !== "" && folded.includes(name) ? IN_NAME : 0) +
      (description.includes(text) ? IN_DESCRIPTION : 0) +
      (words.length > 1 && words.every(isWritten) ? AS_WRITTEN : 0);
    if (bonus > 0) bonuses.set(row, bonus);
  }
  return { exact, bonuses };
}

/** A run of letters and digits. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** A character of a script whose words are separated; in other scripts, a word may continue on both sides. */
const SEPARATED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}]/u;

/** True if a folded text has a word: all of it, not a part of a longer one. */
function hasWord(text: string, word: string): boolean {
  const isEdge = (inside: string, outside: string) => !SEPARATED.test(inside) || !SEPARATED.test(outside);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (isEdge(word.charAt(0), text.charAt(at - 1)) && isEdge(word.charAt(word.length - 1), text.charAt(end)))
      return true;
  }
  return false;
}

/** The rows that have every word of a query, in the fields that describe a skill: its name, triggers and description. */
function rowsWithAll(
  { terms, words: wordCount }: LexicalQuery,
  lexical: LexicalIndex,
  scores: Float32Array,
): readonly number[] {
  const byWord = new Map<string, SoughtTerm[]>();
  for (const term of terms) {
    const group = byWord.get(term.word.toLowerCase());
    if (group === undefined) byWord.set(term.word.toLowerCase(), [term]);
    else group.push(term);
  }
  if (byWord.size < wordCount) return [];
  const groups = [...byWord.values()];
  const isDescribed = (row: number, id: number) => {
    const packed = lexical.countsOf(row, id);
    return packed !== 0 && countIn(packed, 0) + countIn(packed, 1) + countIn(packed, 2) > 0;
  };
  const rows: number[] = [];
  for (const [row, score] of scores.entries())
    if (score > 0 && groups.every((group) => group.some(({ id }) => isDescribed(row, id)))) rows.push(row);
  return rows;
}

/** A text in one case, form and line. */
function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
}

/** `PDF forms`, `pdf_forms` and `pdf-forms` are the same name. */
function foldName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== "")
    .join("-");
}

function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
