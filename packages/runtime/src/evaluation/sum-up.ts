import { compareText } from "../basics/words.ts";
import type { Verdict } from "./judge-answer.ts";

/** How often the expected skill is found. A share of zero messages is null. */
export interface Recall {
  /** Number of messages with an expected skill. */
  readonly positives: number;
  /** Share of them for which an expected skill ranks first. */
  readonly r1: number | null;
  /** Share of them for which an expected skill is among the first five. */
  readonly r5: number | null;
  /** Mean reciprocal rank of the expected skill; 0 if it was not found. */
  readonly mrr: number | null;
  /** Number of messages whose expected skill was not loaded. */
  readonly missedLoads: number;
  /** Number of messages whose expected skill was neither loaded nor suggested. */
  readonly missedSuggestions: number;
}

/** The result for one skill. */
export interface SkillEvaluation extends Recall {
  readonly name: string;
  /** Mean score difference to the best other skill. */
  readonly margin: number | null;
  /** Number of messages that are labelled as not expecting this skill. */
  readonly negatives: number;
  /** Number of messages that loaded it without expecting it. */
  readonly falseLoads: number;
  /**
   * Number of messages that loaded or suggested it without expecting it. A suggestion next to an expected skill does
   * not count.
   */
  readonly falseSuggestions: number;
  /** Skills that ranked first instead, most frequent first. */
  readonly stolenBy: readonly { readonly name: string; readonly count: number }[];
}

/** A skill that matched although another one, or none, was expected. */
export interface Confusion {
  /** Null if no skill, or any other than this one, was expected. */
  readonly expected: string | null;
  /** Null if nothing matched. */
  readonly got: string | null;
  readonly count: number;
  /** Examples of such messages. */
  readonly queries: readonly string[];
}

/** How well messages match the skills that they should match. Shares are between 0 and 1. */
export interface Evaluation extends Recall {
  /** Number of messages. */
  readonly n: number;
  /** Share of the messages without an expected skill for which one was loaded. */
  readonly falseLoad: number | null;
  /** Share of the messages without an expected skill for which one was loaded or suggested. */
  readonly falseSuggest: number | null;
  /** Number of messages without an expected skill. */
  readonly negatives: number;
  readonly falseLoads: number;
  readonly falseSuggestions: number;
  /** Number of messages for which only one skill would be wrong. They also count as messages without an expected skill. */
  readonly nearMisses: number;
  /** Number of them that loaded that skill. */
  readonly nearMissLoads: number;
  /** Number of them that loaded or suggested it. */
  readonly nearMissSuggestions: number;
  /** Number of messages with an expected skill that loaded a wrong one. */
  readonly wrongLoads: number;
  /** One entry per skill, sorted by name. */
  readonly perSkill: readonly SkillEvaluation[];
  /** Most frequent first. */
  readonly confusions: readonly Confusion[];
}

const MAX_QUERIES = 3;

/** Aggregates verdicts. */
export function sumUp(verdicts: readonly Verdict[]): Evaluation {
  const wanted = verdicts.filter(({ skill }) => skill !== undefined);
  const unwanted = verdicts.filter(({ skill }) => skill === undefined);
  const falseLoads = unwanted.filter(loadsWrong).length;
  const falseSuggestions = unwanted.filter(({ wrong }) => wrong.length > 0).length;
  const near = unwanted.filter((verdict) => verdict.unwanted !== undefined);
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
    nearMisses: near.length,
    nearMissLoads: near.filter(loadsWrong).length,
    nearMissSuggestions: near.filter(({ wrong }) => wrong.length > 0).length,
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
    const winners = groupBy(mine, ({ stolenBy }) => (stolenBy === undefined ? [] : [stolenBy]));
    const sum = mine.reduce((total, { margin }) => total + margin, 0);
    return {
      name,
      ...recallOf(mine),
      margin: share(sum, mine.length),
      negatives: unwanted.get(name)?.length ?? 0,
      falseLoads: others.filter(isLoaded).length,
      falseSuggestions: others.length,
      stolenBy: [...winners]
        .map(([winner, of]) => ({ name: winner, count: of.length }))
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
