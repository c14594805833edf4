import { findWord } from "../tables/dictionary.ts";
import { compileTrigger, type TriggerPattern } from "./compile-trigger.ts";
import { compareHits, findPhrase, type PhraseHit, placeWords } from "./find-phrase.ts";
import type { Meter } from "./place-pattern.ts";
import { buildTriggerTable, type TriggerTable } from "./trigger-table.ts";

/** A phrase of a skill. */
export interface TriggerRow<Skill> {
  readonly skill: Skill;
  readonly phrase: string;
  /** True for a phrase that the description only mentions. It is evidence, and never decides by itself. */
  readonly isHint?: boolean;
}

/** A phrase that a message contains. */
export interface TriggerHit<Skill> extends PhraseHit, TriggerRow<Skill> {}

export interface TriggerIndex<Skill> {
  /** The best hit of each skill, best first: decisive, then most literal words, then longest text. */
  match(message: string, meter?: Meter): readonly TriggerHit<Skill>[];
}

/** Returns the phrase and the skill at a position of a table. */
export type PhraseAt<Skill> = (row: number, place: number) => TriggerRow<Skill> | undefined;

/** Maximum number of cached compiled phrases. */
const KEPT = 10_000;

/** Finds many phrases at once. A phrase is compiled only if the message contains its index word. */
export function openTriggers<Skill>(table: TriggerTable, phraseAt: PhraseAt<Skill>): TriggerIndex<Skill> {
  const { dictionary, postings } = table;
  const compiled = new Map<string, readonly TriggerPattern[]>();
  return {
    match: (text, meter = { steps: 0 }) => {
      const message = placeWords(text, meter);
      const found = new Map<string, PhraseHit | undefined>();
      const best = new Map<Skill, Ranked<Skill>>();
      for (const word of message.positions.keys()) {
        const id = findWord(dictionary, word);
        const end = id === undefined ? 0 : (postings.starts[id + 1] ?? 0);
        for (let at = postings.starts[id ?? 0] ?? 0; at < end; at += 1) {
          const row = postings.columns[at] ?? 0;
          const claimed = phraseAt(row, postings.values[at] ?? 0);
          if (claimed === undefined) continue;
          const { skill, phrase, isHint = false } = claimed;
          // A phrase that many skills share is searched once.
          if (!found.has(phrase)) found.set(phrase, findPhrase(patternsOf(phrase, compiled), message, meter));
          const hit = found.get(phrase);
          if (hit === undefined) continue;
          keepBest(best, { skill, phrase, ...hit, isHint, decisive: hit.decisive && !isHint, row });
        }
      }
      return [...best.values()].sort(compareRanked).map(({ row: _, ...hit }) => hit);
    },
  };
}

/** Indexes phrases. */
export function indexTriggers<Skill>(rows: Iterable<TriggerRow<Skill>>): TriggerIndex<Skill> {
  const all = [...rows];
  const table = buildTriggerTable(all.map(({ phrase }) => ({ key: "", phrases: [phrase] })));
  return openTriggers(table, (row) => all[row]);
}

function patternsOf(
  phrase: string,
  compiled: Map<string, readonly TriggerPattern[]>,
): readonly TriggerPattern[] {
  const known = compiled.get(phrase);
  if (known !== undefined) return known;
  const trigger = compileTrigger(phrase);
  const patterns = trigger.ok ? trigger.patterns : [];
  if (compiled.size >= KEPT) compiled.clear();
  compiled.set(phrase, patterns);
  return patterns;
}

/** A hit with the position of its skill. */
interface Ranked<Skill> extends TriggerHit<Skill> {
  readonly row: number;
}

function keepBest<Skill>(best: Map<Skill, Ranked<Skill>>, hit: Ranked<Skill>): void {
  const known = best.get(hit.skill);
  if (known === undefined || compareRanked(hit, known) < 0) best.set(hit.skill, hit);
}

/** Text and position are the last criteria, so that the order of words in a message does not matter. */
function compareRanked<Skill>(a: Ranked<Skill>, b: Ranked<Skill>): number {
  return compareHits(a, b) || (a.phrase < b.phrase ? -1 : a.phrase > b.phrase ? 1 : a.row - b.row);
}
