import { compareText } from "../../basics/words.ts";
import type { Embedder } from "../../ports.ts";
import { type AiosMatch, type SearchableSkill, TOP_MATCHES } from "./aios-match.ts";
import { findByDescription, isNameOf, type KeywordSearch, sharedKeywords } from "./find-by-description.ts";
import { forbiddenKeywords } from "./forbidden-keywords.ts";
import { keywordsOf } from "./keywords.ts";

export interface SemanticSearch extends KeywordSearch {
  /** Without an embedder, or if it fails, keywords decide. */
  readonly embedder?: Embedder | undefined;
  /** Minimum similarity. */
  readonly similarity?: number;
  readonly signal?: AbortSignal;
}

const SIMILARITY = 0.3;

/**
 * AIOS `findByDescriptionAsync`: skills whose description has a similar meaning as the query, best first. A keyword that
 * both have must confirm it. Keywords decide alone if the query is a name, there is no embedder, or it fails.
 */
export async function findByDescriptionAsync<Found extends SearchableSkill>(
  query: string,
  skills: readonly Found[],
  options: SemanticSearch = {},
): Promise<readonly AiosMatch<Found>[]> {
  const isName = skills.some(({ name }) => isNameOf(query, name));
  const likeness = isName ? undefined : await similarities(query, skills, options);
  if (likeness === undefined) return findByDescription(query, skills, options);
  const { limit = TOP_MATCHES, similarity = SIMILARITY } = options;
  const wanted = [...keywordsOf(query)];
  const forbidden = forbiddenKeywords(query);
  return skills
    .flatMap((skill, index) => {
      const score = Math.min(1, likeness[index] ?? 0);
      if (score < similarity) return [];
      const { shared } = sharedKeywords(wanted, skill);
      if (shared.some((keyword) => forbidden.has(keyword))) return [];
      return shared.length > 0 ? [{ skill, score, shared }] : [];
    })
    .sort((a, b) => b.score - a.score || compareText(a.skill.name, b.skill.name))
    .slice(0, limit)
    .map(({ skill, score, shared }) => ({
      skill,
      method: "semantic" as const,
      score,
      reasons: [
        `the description is similar in meaning to the message (${score.toFixed(2)})`,
        `both have ${shared.join(", ")}`,
      ],
    }));
}

/** The cosine of the query with each skill; undefined if the embedder has no usable answer. */
async function similarities(
  query: string,
  skills: readonly SearchableSkill[],
  { embedder, signal }: SemanticSearch,
): Promise<readonly number[] | undefined> {
  if (embedder === undefined || skills.length === 0 || query.trim() === "") return undefined;
  try {
    const [asked] = await embedder.embed([query], "query", signal);
    const texts = skills.map(({ name, description }) => `${name}: ${description}`);
    const known = await embedder.embed(texts, "document", signal);
    if (asked === undefined || known.length !== skills.length) return undefined;
    const cosines = known.map((vector) => cosine(asked, vector));
    return cosines.every(Number.isFinite) ? cosines : undefined;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

/** NaN if the vectors cannot be compared. */
function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return Number.NaN;
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (const [index, x] of a.entries()) {
    const y = b[index] ?? 0;
    dot += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  return dot / Math.sqrt(lengthA * lengthB);
}
