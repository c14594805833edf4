import { periodicYield } from "../basics/awaitable.ts";
import type { MatchAnswer, MatchOptions } from "../conversation.ts";
import type { Skill } from "../skill.ts";
import { type ClaimedPhrase, phraseKey, phrasesOf, spokenPhrase, withoutPhrases } from "./phrases.ts";

/** Opens a matcher for the given skills. */
export type OpenMatch = (
  skills: readonly Skill[],
) => (message: string, options: Pick<MatchOptions, "ranking" | "signal">) => Promise<MatchAnswer>;

/** A phrase of a skill that matches another skill better once the phrase itself is removed from the skill. */
export interface StolenPhrase {
  readonly skill: string;
  readonly phrase: string;
  readonly by: string;
  /** Rank of the skill itself; null if it is not among the first ten. */
  readonly place: number | null;
}

/** How well skills are found by their own phrases after these are removed from their descriptions. */
export interface PhraseRecall {
  /** Number of phrases that skills claim. */
  readonly phrases: number;
  /** Number of phrases that were tested. */
  readonly asked: number;
  /** Share of them for which the skill ranks first; null if none was tested. */
  readonly r1: number | null;
  readonly r5: number | null;
}

export interface HeldOutOptions {
  readonly open: OpenMatch;
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal;
}

interface HeldOutPhrase extends ClaimedPhrase {
  readonly row: number;
  readonly fold: number;
  /** False for a phrase that repeats an earlier one of the same skill. */
  readonly isFirst: boolean;
}

const FOLDS = 2;
const MAX_ASKED = 2_000;
const RANKING = 10;

/**
 * Matches each phrase against a library without it: first every second phrase of each skill is removed, then the
 * others. Matches then depend on the rest of the description, as for a user who uses other words.
 */
export async function holdOutPhrases(
  skills: readonly Skill[],
  { open, onProgress, signal }: HeldOutOptions,
): Promise<{ readonly stolen: readonly StolenPhrase[]; readonly recall: PhraseRecall }> {
  const all = skills.flatMap(foldedPhrases);
  const held = all.filter(({ isFirst }) => isFirst);
  const step = Math.max(1, held.length / MAX_ASKED);
  const tried = new Set(
    Array.from({ length: Math.min(held.length, MAX_ASKED) }, (_, at) => Math.floor(at * step)),
  );
  const places: number[] = [];
  const yieldNow = periodicYield();
  const stolen: StolenPhrase[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const asked = held.filter((phrase, at) => phrase.fold === fold && tried.has(at));
    if (asked.length === 0) continue;
    const match = open(
      without(
        skills,
        all.filter((phrase) => phrase.fold === fold),
      ),
    );
    for (const { row, phrase } of asked) {
      await yieldNow();
      signal?.throwIfAborted();
      const name = skills[row]?.name ?? "";
      const { ranking } = await match(spokenPhrase(phrase), { ranking: RANKING, ...(signal && { signal }) });
      const place = ranking.findIndex((ranked) => ranked.name === name) + 1;
      places.push(place);
      const by = ranking[0]?.name;
      if (place !== 1 && by !== undefined)
        stolen.push({ skill: name, phrase, by, place: place === 0 ? null : place });
      onProgress?.(places.length, tried.size);
    }
  }
  const within = (most: number) =>
    places.length === 0 ? null : places.filter((place) => place > 0 && place <= most).length / places.length;
  return { stolen, recall: { phrases: held.length, asked: places.length, r1: within(1), r5: within(5) } };
}

function foldedPhrases(skill: Skill, row: number): readonly HeldOutPhrase[] {
  const seen = new Map<string, number>();
  return phrasesOf(skill).map((phrase) => {
    const key = phraseKey(phrase.phrase);
    const isFirst = !seen.has(key);
    const at = seen.get(key) ?? seen.size;
    seen.set(key, at);
    return { ...phrase, row, fold: at % FOLDS, isFirst };
  });
}

function without(skills: readonly Skill[], held: readonly HeldOutPhrase[]): readonly Skill[] {
  const byRow = new Map<number, HeldOutPhrase[]>();
  for (const phrase of held) {
    const of = byRow.get(phrase.row);
    if (of === undefined) byRow.set(phrase.row, [phrase]);
    else of.push(phrase);
  }
  return skills.map((skill, row) => withoutPhrases(skill, byRow.get(row) ?? []));
}
