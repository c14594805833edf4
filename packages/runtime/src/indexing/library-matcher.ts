import type { MatchAnswer, Message } from "../conversation.ts";
import { matchMessage } from "../matching/match-message.ts";
import type { QueryVectors } from "../matching/rank-skills.ts";
import { type Request, readRequest } from "../matching/request/read-request.ts";
import type { Embedder } from "../ports.ts";
import type { MatchingPolicy } from "../profile.ts";
import type { Skill } from "../skill.ts";
import { buildIndex, type IndexSettings, type MatchIndex } from "./build-index.ts";
import { keywordMatches } from "./keyword-matches.ts";

/** What is asked of a matcher. */
export interface MatchQuestion {
  readonly message: string;
  /** The conversation so far; a short message leans on earlier requests. */
  readonly messages?: readonly Message[];
  /** Skills that take part; each must be one of those that are indexed. */
  readonly takesPart?: (name: string) => boolean;
  readonly suggestions?: number;
  readonly ranking?: number;
  readonly signal?: AbortSignal;
}

/** What a matcher is made of. */
export interface MatcherSettings extends IndexSettings {
  readonly policy: MatchingPolicy;
}

/** Finds the skills of a library that a message calls for. The index is made when it is first needed and renewed when skills change. */
export class LibraryMatcher {
  readonly #settings: MatcherSettings;
  #skills: readonly Skill[] | undefined;
  #index: Promise<MatchIndex> | undefined;

  constructor(settings: MatcherSettings) {
    this.#settings = settings;
  }

  /** Makes the index, so that the first message need not wait for it. */
  async prepare(skills: readonly Skill[]): Promise<void> {
    await this.#indexOf(skills);
  }

  async match(skills: readonly Skill[], question: MatchQuestion): Promise<MatchAnswer> {
    const { message, messages = [], ranking = 0, takesPart = () => true } = question;
    const { policy, embedders } = this.#settings;
    const suggestions = question.suggestions ?? policy.top;
    const request = readRequest(message, messages);
    if (!request.asks) return { matches: [], ranking: [], notes: [] };
    if (policy.evidence === "keywords") {
      const { signal } = question;
      const candidates = skills.filter(({ name }) => takesPart(name));
      const limit = Math.max(suggestions, ranking);
      const embedder = embedders[0]?.embedder;
      const found = await keywordMatches(request.asked, candidates, {
        embedder,
        limit,
        ...(signal && { signal }),
      });
      return { matches: found.slice(0, suggestions), ranking: found.slice(0, ranking), notes: [] };
    }
    const index = await this.#indexOf(skills);
    const notes = [...index.notes];
    const vectors: (QueryVectors | undefined)[] = [];
    for (const { embedder } of index.models) {
      try {
        vectors.push(await embedRequest(request, embedder, question.signal));
      } catch (error) {
        question.signal?.throwIfAborted();
        vectors.push(undefined);
        const why = error instanceof Error ? error.message : String(error);
        notes.push(`the embedder ${embedder.id} did not answer: ${why}`);
      }
    }
    const settings = { suggestions, ranking, takesPart: (row: number) => takesPart(index.names[row] ?? "") };
    return { ...matchMessage(request, vectors, index, settings), notes };
  }

  /** One index at a time; a failed one is tried again. */
  #indexOf(skills: readonly Skill[]): Promise<MatchIndex> {
    if (this.#index !== undefined && this.#skills === skills) return this.#index;
    const before = this.#index ?? Promise.resolve(undefined);
    const made = before
      .catch(() => undefined)
      .then((previous) => buildIndex(skills, previous, this.#settings));
    this.#skills = skills;
    this.#index = made;
    made.catch(() => {
      if (this.#index === made) this.#skills = undefined;
    });
    return made;
  }
}

/** A wrong vector would be worse than none. */
async function embedRequest(
  { meanings }: Request,
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<QueryVectors> {
  const vectors = await embedder.embed(meanings, "query", signal);
  if (vectors.length !== meanings.length || vectors.some(({ length }) => length !== embedder.dimensions))
    throw new Error("it gave vectors of another size than it promised");
  return vectors;
}
