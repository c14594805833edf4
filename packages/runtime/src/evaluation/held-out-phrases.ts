import { breather } from "../basics/awaitable.ts";
import type { MatchAnswer, MatchOptions } from "../conversation.ts";
import type { Skill } from "../skill.ts";
import { type ClaimedPhrase, phraseKey, phrasesOf, spokenPhrase, withoutPhrases } from "./phrases.ts";

/** A matcher over given skills. */
export type OpenMatch = (
  skills: readonly Skill[],
) => (message: string, options: Pick<MatchOptions, "ranking" | "signal">) => Promise<MatchAnswer>;

/** A phrase of a skill for which another skill comes first, when the phrase itself is not known. */
export interface StolenPhrase {
  readonly skill: string;
  readonly phrase: string;
  readonly by: string;
  /** Where the skill itself stands; null when it is not among the nearest ten. */
  readonly place: number | null;
}

/** How well skills would be found by their own phrases, had their authors not written them down. */
export interface PhraseRecall {
  /** Phrases that skills claim. */
  readonly phrases: number;
  /** Those that were tried. */
  readonly asked: number;
  /** Share of them for which the skill stands first; null when none was tried. */
  readonly r1: number | null;
  readonly r5: number | null;
}

export interface HeldOutOptions {
  readonly open: OpenMatch;
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal;
}

interface Held extends ClaimedPhrase {
  readonly row: number;
  readonly fold: number;
  /** False for a phrase that the skill has written before, which goes the same way. */
  readonly isFirst: boolean;
}

const FOLDS = 2;
const MAX_ASKED = 2_000;
const RANKING = 10;

/**
 * Asks for each phrase in a library that lacks it: every second phrase of each skill is taken out, then the others. What
 * is found then is found by the rest of the description, as for a person who says it in other words.
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
  const breathe = breather();
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
      await breathe();
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

function foldedPhrases(skill: Skill, row: number): readonly Held[] {
  const seen = new Map<string, number>();
  return phrasesOf(skill).map((phrase) => {
    const key = phraseKey(phrase.phrase);
    const isFirst = !seen.has(key);
    const at = seen.get(key) ?? seen.size;
    seen.set(key, at);
    return { ...phrase, row, fold: at % FOLDS, isFirst };
  });
}

function without(skills: readonly Skill[], held: readonly Held[]): readonly Skill[] {
  const byRow = new Map<number, Held[]>();
  for (const phrase of held) {
    const of = byRow.get(phrase.row);
    if (of === undefined) byRow.set(phrase.row, [phrase]);
    else of.push(phrase);
  }
  return skills.map((skill, row) => withoutPhrases(skill, byRow.get(row) ?? []));
}
