import { compareText } from "../basics/words.ts";
import type { Verdict } from "./judge-answer.ts";

/** How often a skill is found for the messages that want it. A share over no messages is null. */
export interface Recall {
  /** Messages that want a skill. */
  readonly positives: number;
  /** Share of them for which a right skill stands first. */
  readonly r1: number | null;
  /** The same for the first five. */
  readonly r5: number | null;
  /** Mean of one over the place of the right skill, 0 where it is not among the nearest. */
  readonly mrr: number | null;
  /** Messages whose right skill was not loaded. */
  readonly missedLoads: number;
  /** Messages whose right skill was neither loaded nor suggested. */
  readonly missedSuggestions: number;
}

/** One skill of an evaluation. */
export interface SkillEvaluation extends Recall {
  readonly name: string;
  /** Mean of how far it is ahead of the best other skill. */
  readonly margin: number | null;
  /** Messages that are labelled as not wanting just this skill. */
  readonly negatives: number;
  /** Messages that did not want it and loaded it. */
  readonly falseLoads: number;
  /** The same for loaded or suggested. Beside a right skill a suggestion is no fault. */
  readonly falseSuggestions: number;
  /** Who stood first instead, the most frequent first. */
  readonly stolenBy: readonly { readonly name: string; readonly count: number }[];
}

/** A skill that came where another one, or none, was expected. */
export interface Confusion {
  /** Null when no skill, or not the one that came, was expected. */
  readonly expected: string | null;
  /** Null when nothing came at all. */
  readonly got: string | null;
  readonly count: number;
  /** Some of the messages. */
  readonly queries: readonly string[];
}

/** How well messages bring the skills that they should bring. Shares are between 0 and 1. */
export interface Evaluation extends Recall {
  /** All messages. */
  readonly n: number;
  /** Share of the messages that want no skill for which one was loaded all the same. */
  readonly falseLoad: number | null;
  /** The same for loaded or suggested: a load counts here, too. */
  readonly falseSuggest: number | null;
  /** Messages that want no skill. */
  readonly negatives: number;
  readonly falseLoads: number;
  readonly falseSuggestions: number;
  /** Messages that want a skill and loaded a wrong one. */
  readonly wrongLoads: number;
  /** Skills by name. */
  readonly perSkill: readonly SkillEvaluation[];
  /** The most frequent first. */
  readonly confusions: readonly Confusion[];
}

const MAX_QUERIES = 3;

/** Counts verdicts together. */
export function sumUp(verdicts: readonly Verdict[]): Evaluation {
  const wanted = verdicts.filter(({ skill }) => skill !== undefined);
  const unwanted = verdicts.filter(({ skill }) => skill === undefined);
  const falseLoads = unwanted.filter(loadsWrong).length;
  const falseSuggestions = unwanted.filter(({ wrong }) => wrong.length > 0).length;
  const { positives, r1, r5, mrr, ...missed } = recallOf(wanted);
  return {
    n: verdicts.length,
    r1,
    r5,
    mrr,
    falseLoad: share(falseLoads, unwanted.length),
    falseSuggest: share(falseSuggestions, unwanted.length),
    positives,
    negatives: unwanted.length,
    ...missed,
    falseLoads,
    falseSuggestions,
    wrongLoads: wanted.filter(loadsWrong).length,
    perSkill: skillsOf(wanted, verdicts),
    confusions: confusionsOf(verdicts),
  };
}

function recallOf(wanted: readonly Verdict[]): Recall {
  const within = (most: number) => wanted.filter(({ place }) => place > 0 && place <= most).length;
  const reciprocal = wanted.reduce((sum, { place }) => sum + (place === 0 ? 0 : 1 / place), 0);
  return {
    positives: wanted.length,
    r1: share(within(1), wanted.length),
    r5: share(within(5), wanted.length),
    mrr: share(reciprocal, wanted.length),
    missedLoads: wanted.filter(({ decision }) => decision !== "load").length,
    missedSuggestions: wanted.filter(({ decision }) => decision === "none").length,
  };
}

function skillsOf(wanted: readonly Verdict[], verdicts: readonly Verdict[]): readonly SkillEvaluation[] {
  const own = groupBy(wanted, ({ skill }) => (skill === undefined ? [] : [skill]));
  const wrong = groupBy(verdicts, (verdict) => new Set(verdict.wrong.map(({ name }) => name)));
  const unwanted = groupBy(verdicts, (verdict) => (verdict.unwanted === undefined ? [] : [verdict.unwanted]));
  return [...new Set([...own.keys(), ...wrong.keys(), ...unwanted.keys()])].sort(compareText).map((name) => {
    const mine = own.get(name) ?? [];
    const others = wrong.get(name) ?? [];
    const isLoaded = (verdict: Verdict) =>
      verdict.wrong.some((match) => match.name === name && match.decision === "load");
    const thieves = groupBy(mine, ({ stolenBy }) => (stolenBy === undefined ? [] : [stolenBy]));
    const sum = mine.reduce((total, { margin }) => total + margin, 0);
    return {
      name,
      ...recallOf(mine),
      margin: share(sum, mine.length),
      negatives: unwanted.get(name)?.length ?? 0,
      falseLoads: others.filter(isLoaded).length,
      falseSuggestions: others.length,
      stolenBy: [...thieves]
        .map(([thief, of]) => ({ name: thief, count: of.length }))
        .sort((a, b) => b.count - a.count || compareText(a.name, b.name)),
    };
  });
}

function confusionsOf(verdicts: readonly Verdict[]): readonly Confusion[] {
  const found = new Map<string, { expected: string | null; got: string | null; queries: string[] }>();
  const add = (expected: string | null, got: string | null, query: string) => {
    const key = JSON.stringify([expected, got]);
    const confusion = found.get(key) ?? { expected, got, queries: [] };
    confusion.queries.push(query);
    found.set(key, confusion);
  };
  for (const { skill, place, stolenBy, wrong, query } of verdicts) {
    if (skill === undefined) for (const { name } of wrong) add(null, name, query);
    else if (place !== 1) add(skill, stolenBy ?? null, query);
  }
  return [...found.values()]
    .map(({ queries, ...names }) => ({
      ...names,
      count: queries.length,
      queries: queries.slice(0, MAX_QUERIES),
    }))
    .sort(
      (a, b) =>
        b.count - a.count ||
        compareText(a.expected ?? "", b.expected ?? "") ||
        compareText(a.got ?? "", b.got ?? ""),
    );
}

function groupBy<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => Iterable<string>,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}

function loadsWrong({ wrong }: Verdict): boolean {
  return wrong.some(({ decision }) => decision === "load");
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
