import type { MatchQuery } from "../conversation.ts";
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
  /** True if every likely match is loaded, and any trigger phrase decides. */
  readonly isEager?: boolean;
  /** True for a row that may match. */
  readonly isCandidate: (row: number) => boolean;
  /** What supports some rows besides the message, as reasons for the user. */
  readonly circumstances?: ReadonlyMap<number, readonly string[]>;
}

/** A phrase of the skill with this row. */
export type Hit = TriggerHit<number>;

/** Bonus of a phrase that occurs in the message: a decisive one outweighs everything else. */
const DECISIVE = 2;
const PHRASE = 0.4;

/** Bonus of a circumstance: enough to decide between skills that are nearly equal. */
const CIRCUMSTANCE = 0.05;

/** Share of a message without a request, such as pasted code, that a phrase must make up. */
const MOST_OF_IT = 0.5;

/** All evidence about a message, before anything is decided. */
export interface WeighedMessage {
  /** Best first. */
  readonly ranking: readonly Evidence[];
  /** Rows of the skills that the message names in plain words. */
  readonly named: ReadonlySet<number>;
  /** Phrases by row, best first. */
  readonly hits: ReadonlyMap<number, Hit>;
  readonly query: LexicalQuery;
  /** The features of the best skill; undefined if there is none, or nothing is requested. */
  readonly features: Features | undefined;
  /** True if an embedder answered for the message. */
  readonly byMeaning: boolean;
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
