import type { MatchAnswer, MatchJudgement, MatchQuery, SkillMatch } from "../conversation.ts";
import { chanceOf, loadChanceOf, thresholdsFor } from "./evidence/calibration.ts";
import { explainEvidence } from "./evidence/explain-evidence.ts";
import { type Features, featuresOf } from "./evidence/features.ts";
import { type Evidence, type QueryVectors, rankSkills } from "./evidence/rank-skills.ts";
import { type LexicalQuery, lexicalQuery } from "./lexical/lexical-query.ts";
import type { Matchable } from "./matchable.ts";
import { namesWhole, spokenNames } from "./names/spoken-names.ts";
import type { MatchableMessage } from "./request/read-request.ts";
import type { TriggerHit } from "./triggers/trigger-index.ts";

/** The part of a query that is about skills, by row. */
export interface RowQuery
  extends Required<Pick<MatchQuery, "suggestions" | "ranking">>,
    Pick<MatchQuery, "thresholds"> {
  /** True for a row that may match. */
  readonly isCandidate: (row: number) => boolean;
  /** What supports some rows besides the message, as reasons for the user. */
  readonly circumstances?: ReadonlyMap<number, readonly string[]>;
}

type Hit = TriggerHit<number>;

/** Bonus of a phrase that occurs in the message: a decisive one outweighs everything else. */
const DECISIVE = 2;
const PHRASE = 0.4;

/** Bonus of a circumstance: enough to decide between skills that are nearly equal. */
const CIRCUMSTANCE = 0.05;

/** Minimum score of a suggestion relative to the best one. */
const NEAR_BEST = 0.7;

/** Minimum lead to distinguish skills that claim the same words of a message. */
const CLEAR_LEAD = 0.1;

/** Share of a message without a request, such as pasted code, that a phrase must make up. */
const MOST_OF_IT = 0.5;

/** All evidence about a message, before anything is decided. */
export interface WeighedMessage {
  /** Best first. */
  readonly ranking: readonly Evidence[];
  /** Rows of the skills that the message names in plain words. */
  readonly named: ReadonlySet<number>;
  readonly hits: ReadonlyMap<number, Hit>;
  readonly query: LexicalQuery;
  /** The features of the best skill; undefined if there is none, or nothing is requested. */
  readonly features: Features | undefined;
  /** True if an embedder answered for the message. */
  readonly byMeaning: boolean;
}

/**
 * Matches a message. A name or a trigger phrase decides by itself; otherwise all evidence is combined: clear matches are
 * loaded, likely ones are suggested.
 */
export function matchMessage(
  request: MatchableMessage,
  vectors: readonly (QueryVectors | undefined)[],
  index: Matchable,
  settings: RowQuery,
): Pick<MatchAnswer, "matches" | "ranking" | "judgement"> {
  const weighed = weighMessage(request, vectors, index, settings);
  const { ranking, named, hits, query } = weighed;
  const { circumstances = new Map<number, readonly string[]>() } = settings;
  const describe = (evidence: Evidence) => ({
    name: index.names[evidence.row] ?? "",
    score: Math.round(evidence.score * 10_000) / 10_000,
    reasons: [
      ...(named.has(evidence.row) ? ["the message names it"] : []),
      ...reasonsFor(evidence, hits.get(evidence.row), query, index),
      ...(circumstances.get(evidence.row) ?? []),
    ],
  });
  const judgement = judge(weighed, index.lexical.size, settings);
  return {
    matches: withinLimit(choose(weighed, judgement), settings.suggestions).map(
      ({ evidence, decision }): SkillMatch => {
        const hit = hits.get(evidence.row);
        const variables = hit?.variables ?? {};
        return {
          ...describe(evidence),
          decision,
          loadReason: "auto_suggested",
          ...(Object.keys(variables).length === 0 ? {} : { variables }),
          ...(hit === undefined ? {} : { triggered: true }),
        };
      },
    ),
    ranking: ranking.slice(0, Math.max(0, settings.ranking)).map(describe),
    ...(judgement === undefined ? {} : { judgement }),
  };
}

/** Collects the evidence for all skills. Names and phrases are looked for in every message. */
export function weighMessage(
  request: MatchableMessage,
  vectors: readonly (QueryVectors | undefined)[],
  index: Matchable,
  { isCandidate, circumstances = new Map() }: Pick<RowQuery, "isCandidate" | "circumstances">,
): WeighedMessage {
  const { lexical, models } = index;
  const query = lexicalQuery(request.texts, lexical, index.spelling);
  const found = index.triggers
    .match(request.said)
    .filter(({ coverage }) => request.asks || coverage >= MOST_OF_IT);
  const hits = new Map(found.map((hit) => [hit.skill, hit]));
  const bonuses = new Map(found.map((hit) => [hit.skill, bonusOf(hit)]));
  for (const row of namesWhole(request.said, index.names)) bonuses.set(row, DECISIVE);
  const hints = new Map([...circumstances].map(([row, reasons]) => [row, CIRCUMSTANCE * reasons.length]));
  const ranked = rankSkills({ lexical, models, query, vectors, bonuses, hints, isCandidate });
  const { ranking, named } = putNamedFirst(ranked, request, index);
  const byMeaning = vectors.some((vector) => vector !== undefined);
  const [best, ...others] = ranking;
  const isWeighed = best !== undefined && request.asks;
  const phrase = best === undefined ? 0 : phraseShare(hits.get(best.row));
  const features = isWeighed
    ? featuresOf([best, ...others], { asked: request.asked, query, lexical, models, vectors, phrase })
    : undefined;
  return { ranking, named, hits, query, features, byMeaning };
}

/** The chances and the lead of the best skill, and what they must reach; undefined if there is nothing to judge. */
function judge(
  { features, byMeaning }: WeighedMessage,
  size: number,
  { thresholds }: Pick<RowQuery, "thresholds">,
): MatchJudgement | undefined {
  if (features === undefined) return undefined;
  return {
    chance: chanceOf(features, byMeaning),
    loadChance: loadChanceOf(features, byMeaning),
    lead: features.lead,
    thresholds: { ...thresholdsFor(size, byMeaning), ...thresholds },
  };
}

interface Choice {
  readonly evidence: Evidence;
  readonly decision: SkillMatch["decision"];
}

/** Only suggestions count towards the limit. */
function withinLimit(choices: readonly Choice[], suggestions: number): readonly Choice[] {
  const suggested = choices.filter(({ decision }) => decision === "suggest");
  return [
    ...choices.filter(({ decision }) => decision === "load"),
    ...suggested.slice(0, Math.max(0, suggestions)),
  ];
}

function choose(
  { ranking, named, hits }: WeighedMessage,
  judgement: MatchJudgement | undefined,
): readonly Choice[] {
  const [best, ...others] = ranking;
  if (best === undefined) return [];
  const called = ranking.filter(({ row }) => named.has(row));
  if (called.length > 0) return called.map((evidence) => ({ evidence, decision: "load" }));
  const hit = hits.get(best.row);
  if (hit?.decisive === true) return chooseByPhrase(best, hit, others, hits);
  if (judgement === undefined)
    return ranking.filter(({ row }) => hits.has(row)).map((evidence) => ({ evidence, decision: "suggest" }));
  const { chance, loadChance, lead, thresholds } = judgement;
  if (loadChance >= thresholds.load && lead >= thresholds.lead) return [{ evidence: best, decision: "load" }];
  if (chance < thresholds.suggest) return [];
  return suggestedFrom(ranking).map((evidence) => ({ evidence, decision: "suggest" }));
}

/** The skills of a ranking that are suggested together: the best, and those whose score is not far below. */
export function suggestedFrom(ranking: readonly Evidence[]): readonly Evidence[] {
  const least = NEAR_BEST * (ranking[0]?.score ?? 0);
  return ranking.filter(({ score }, place) => place === 0 || score >= least);
}

/**
 * The skill of a phrase is loaded, and skills that another part of the message names are suggested as well. If two
 * skills claim the same words and nothing else distinguishes them, the phrase is ambiguous.
 */
function chooseByPhrase(
  best: Evidence,
  hit: Hit,
  others: readonly Evidence[],
  hits: ReadonlyMap<number, Hit>,
): readonly Choice[] {
  const named = others.flatMap((evidence) => {
    const other = hits.get(evidence.row);
    return other?.decisive === true ? [{ evidence, other }] : [];
  });
  const rivals = named.filter(
    ({ evidence, other }) =>
      other.start === hit.start &&
      other.end === hit.end &&
      other.literalWords === hit.literalWords &&
      best.score - evidence.score < CLEAR_LEAD,
  );
  const elsewhere = named.filter(({ other }) => other.end <= hit.start || other.start >= hit.end);
  const suggested = (rivals.length > 0 ? rivals : elsewhere).map(
    ({ evidence }): Choice => ({ evidence, decision: "suggest" }),
  );
  return [{ evidence: best, decision: rivals.length > 0 ? "suggest" : "load" }, ...suggested];
}

/** A skill that the user names comes before similar ones; only the nearest can be meant. */
function putNamedFirst(
  ranked: readonly Evidence[],
  { said }: MatchableMessage,
  { names }: Matchable,
): { readonly ranking: readonly Evidence[]; readonly named: ReadonlySet<number> } {
  const isNamed = spokenNames(said);
  const named = new Set(ranked.flatMap(({ row }) => (isNamed(names[row] ?? "") ? [row] : [])));
  if (named.size === 0) return { ranking: ranked, named };
  const top = ranked[0]?.score ?? 0;
  const first = ranked.filter(({ row }) => named.has(row));
  const others = ranked.filter(({ row }) => !named.has(row));
  return { ranking: [...first.map((item) => ({ ...item, score: top + DECISIVE })), ...others], named };
}

/** More words, and a larger share of the message, count more. */
function bonusOf(hit: Hit): number {
  const { decisive, literalWords, coverage, isHint } = hit;
  if (isHint === true) return PHRASE * phraseShare(hit);
  return (decisive ? DECISIVE : PHRASE) * (0.5 + coverage / 2) + 0.01 * Math.min(literalWords, 10);
}

/** How much of the message is a phrase, from 0 to 1; a phrase of one word says little. */
function phraseShare(hit: Hit | undefined): number {
  if (hit === undefined) return 0;
  return Math.min(1, hit.contentWords / 2) * (0.5 + hit.coverage / 2);
}

function reasonsFor(
  evidence: Evidence,
  hit: Hit | undefined,
  query: LexicalQuery,
  { lexical }: Matchable,
): readonly string[] {
  const told = explainEvidence(evidence, query, lexical);
  return hit === undefined ? told : [`the phrase "${hit.phrase}"`, ...told];
}
