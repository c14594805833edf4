import { quoteAll } from "../../basics/words.ts";
import type { LexicalIndex } from "../lexical/lexical-index.ts";
import type { LexicalQuery, SoughtTerm } from "../lexical/lexical-query.ts";
import { countIn } from "../lexical/term-counts.ts";
import { type Evidence, speaksAgainst } from "./rank-skills.ts";

/** Where a word was found, strongest field first, in the order of the fields. */
const PLACES = ["name", "triggers", "description", "headings", "text"];

/** A similarity below this is chance. */
const NEAR = 0.3;
const MAX_WORDS = 5;

/** Explains the rank of a skill. */
export function explainEvidence(
  evidence: Evidence,
  query: LexicalQuery,
  lexical: LexicalIndex,
): readonly string[] {
  const reasons: string[] = [];
  const told = new Set<string>();
  const terms = [...query.terms].sort((a, b) => b.weight * b.rarity - a.weight * a.rarity);
  for (const as of [terms.filter(({ by }) => by === "word"), terms]) {
    for (const [field, place] of PLACES.entries()) {
      const words = as.filter(
        ({ id, word }) => !told.has(word) && countIn(lexical.countsOf(evidence.row, id), field) > 0,
      );
      for (const { word } of words) told.add(word);
      if (words.length > 0) reasons.push(`${said(words)} in its ${place}`);
    }
  }
  const nearest = Math.max(0, ...evidence.cosines);
  if (nearest >= NEAR) reasons.push(`close in meaning (${nearest.toFixed(2)})`);
  const against = terms.filter((term) => speaksAgainst(term, lexical.countsOf(evidence.row, term.id)));
  if (against.length > 0) reasons.push(`against it: ${said(against)} in its exclusions`);
  return reasons;
}

function said(terms: readonly SoughtTerm[]): string {
  const words = [...new Set(terms.map(({ word, term, by }) => (by === "word" ? word : `${word} (${term})`)))];
  const listed = quoteAll(words.slice(0, MAX_WORDS));
  return words.length > MAX_WORDS ? `${listed} and ${words.length - MAX_WORDS} more words` : listed;
}
