import type { MatchAnswer, MatchQuery, SkillMatch } from "../conversation.ts";
import { chancesOf, LOAD_AT, SUGGEST_AT } from "./evidence/calibration.ts";
import { explainEvidence } from "./evidence/explain-evidence.ts";
import { featuresOf } from "./evidence/features.ts";
import { type Evidence, type QueryVectors, rankSkills } from "./evidence/rank-skills.ts";
import { type LexicalQuery, lexicalQuery } from "./lexical/lexical-query.ts";
import type { Matchable } from "./matchable.ts";
import { spokenNames } from "./names/spoken-names.ts";
import type { MatchableMessage } from "./request/read-request.ts";
import type { TriggerHit } from "./triggers/trigger-index.ts";

/** The part of a query that is about skills, by row. */
export interface RowQuery extends Required<Pick<MatchQuery, "suggestions" | "ranking">> {
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

/**
 * Matches a message. A trigger phrase decides by itself; otherwise all evidence is combined: clear matches are loaded,
 * likely ones are suggested.
 */
export function matchMessage(
  request: MatchableMessage,
  vectors: readonly (QueryVectors | undefined)[],
  index: Matchable,
  settings: RowQuery,
): Pick<MatchAnswer, "matches" | "ranking"> {
  if (!request.asks) return { matches: [], ranking: [] };
  const query = lexicalQuery(request.texts, index.lexical, index.spelling);
  const hits = new Map(index.triggers.match(request.asked).map((hit) => [hit.skill, hit]));
  const bonuses = new Map([...hits].map(([row, hit]) => [row, bonusOf(hit)]));
  const { lexical, models } = index;
  const { isCandidate, circumstances = new Map<number, readonly string[]>() } = settings;
  const hints = new Map([...circumstances].map(([row, reasons]) => [row, CIRCUMSTANCE * reasons.length]));
  const ranked = rankSkills({ lexical, models, query, vectors, bonuses, hints, isCandidate });
  const { ranking, named } = putNamedFirst(ranked, request, index);
  const meaning = models.reduce((sum, { weight }, at) => sum + (vectors[at] === undefined ? 0 : weight), 0);
  const context = { request, query, hits, index, meaning, named };
  const describe = (evidence: Evidence) => ({
    name: index.names[evidence.row] ?? "",
    score: Math.round(evidence.score * 10_000) / 10_000,
    reasons: [
      ...(named.has(evidence.row) ? ["the message names it"] : []),
      ...reasonsFor(evidence, hits.get(evidence.row), query, index),
      ...(circumstances.get(evidence.row) ?? []),
    ],
  });
  return {
    matches: withinLimit(choose(ranking, context), settings.suggestions).map(
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
  };
}

interface Choice {
  readonly evidence: Evidence;
  readonly decision: SkillMatch["decision"];
}

/** What a decision depends on besides the ranking. */
interface ChoiceContext {
  readonly request: MatchableMessage;
  readonly query: LexicalQuery;
  readonly hits: ReadonlyMap<number, Hit>;
  readonly index: Matchable;
  /** Total weight of the embedders that answered for this message; 0 if none did. */
  readonly meaning: number;
  /** Rows of the skills that the message names in plain words. */
  readonly named: ReadonlySet<number>;
}

/** Only suggestions count towards the limit. */
function withinLimit(choices: readonly Choice[], suggestions: number): readonly Choice[] {
  const suggested = choices.filter(({ decision }) => decision === "suggest");
  return [
    ...choices.filter(({ decision }) => decision === "load"),
    ...suggested.slice(0, Math.max(0, suggestions)),
  ];
}

function choose(ranking: readonly Evidence[], context: ChoiceContext): readonly Choice[] {
  const [best, ...others] = ranking;
  if (best === undefined) return [];
  const called = ranking.filter(({ row }) => context.named.has(row));
  if (called.length > 0) return called.map((evidence) => ({ evidence, decision: "load" }));
  const hit = context.hits.get(best.row);
  if (hit?.decisive === true) return chooseByPhrase(best, hit, others, context);
  const features = featuresOf([best, ...others], context.query, context.index.lexical, context.request.asked);
  const { calls, right } = chancesOf(features, context.meaning);
  if (right >= LOAD_AT) return [{ evidence: best, decision: "load" }];
  if (calls < SUGGEST_AT) return [];
  return [best, ...others.filter(({ score }) => score >= NEAR_BEST * best.score)].map((evidence) => ({
    evidence,
    decision: "suggest",
  }));
}

/**
 * The skill of a phrase is loaded, and skills that another part of the message names are suggested as well. If two
 * skills claim the same words and nothing else distinguishes them, the phrase is ambiguous.
 */
function chooseByPhrase(
  best: Evidence,
  hit: Hit,
  others: readonly Evidence[],
  { hits }: ChoiceContext,
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
  { asked }: MatchableMessage,
  { names }: Matchable,
): { readonly ranking: readonly Evidence[]; readonly named: ReadonlySet<number> } {
  const isNamed = spokenNames(asked);
  const named = new Set(ranked.flatMap(({ row }) => (isNamed(names[row] ?? "") ? [row] : [])));
  if (named.size === 0) return { ranking: ranked, named };
  const top = ranked[0]?.score ?? 0;
  const first = ranked.filter(({ row }) => named.has(row));
  const others = ranked.filter(({ row }) => !named.has(row));
  return { ranking: [...first.map((item) => ({ ...item, score: top + DECISIVE })), ...others], named };
}

/** More words, and a larger share of the message, count more. */
function bonusOf({ decisive, literalWords, coverage }: Hit): number {
  return (decisive ? DECISIVE : PHRASE) * Math.min(1, 0.5 + coverage / 2) + 0.01 * Math.min(literalWords, 10);
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
