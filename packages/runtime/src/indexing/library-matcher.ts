import type { MatchAnswer, MatchQuery } from "../conversation.ts";
import type { SearchHit, SearchOptions } from "../library.ts";
import type { QueryVectors } from "../matching/evidence/rank-skills.ts";
import { matchMessage } from "../matching/match-message.ts";
import { type MatchableMessage, readRequest } from "../matching/request/read-request.ts";
import { knowsText } from "../matching/semantic/knows-text.ts";
import type { VectorIndex } from "../matching/semantic/vector-index.ts";
import type { MatchingPolicy } from "../profile.ts";
import type { Skill } from "../skill.ts";
import { buildIndex, type IndexSettings, type MatchIndex } from "./build-index.ts";
import { circumstancesOf } from "./circumstances.ts";
import { unanswered } from "./guarded-embedder.ts";
import { rankSearch } from "./rank-search.ts";
import { type GuardedModel, SkillMeanings, type WaitOptions } from "./skill-meanings.ts";

/** Options of a matcher. */
export interface MatcherSettings extends Omit<IndexSettings, "isWord"> {
  readonly embedders: readonly GuardedModel[];
  readonly policy: MatchingPolicy;
  /** The directory that globs of skills are relative to. */
  readonly root: string;
}

/** A model that answered, and its index of the skills. */
interface IndexedModel extends GuardedModel {
  readonly index: VectorIndex;
}

/** The models that have read the skills, and a note for each that has not. */
interface Learnt {
  readonly models: readonly IndexedModel[];
  readonly notes: readonly string[];
}

const NOTHING_LEARNT: Learnt = { models: [], notes: [] };

interface Indexed {
  readonly skills: readonly Skill[];
  readonly index: Promise<MatchIndex>;
}

/** Longest part of a query that is searched for. */
const MAX_QUERY = 1_000;

/** Number of cached indexes: conversations on an older library and on the newest one may alternate. */
const KEPT = 2;

/** Matches messages against the skills of a library. The index is built on first use and updated when skills change. */
export class LibraryMatcher {
  readonly #settings: MatcherSettings & IndexSettings;
  readonly #meanings: readonly SkillMeanings[];
  /** Oldest first. */
  #indexes: readonly Indexed[] = [];

  constructor(settings: MatcherSettings) {
    const judges = settings.embedders.filter(({ embedder }) => embedder.knows !== undefined);
    const isWord = (word: string) => judges.some(({ embedder }) => embedder.knows?.(word) === true);
    this.#settings = { ...settings, isWord: judges.length > 0 ? isWord : undefined };
    this.#meanings = settings.embedders.map((model) => new SkillMeanings(model, settings.ports));
  }

  /** The result of the message's words alone. The mode decides which of the decisions are acted on. */
  async match(skills: readonly Skill[], query: MatchQuery): Promise<MatchAnswer> {
    const { message, messages, ranking = 0, isCandidate = () => true, thresholds, signal } = query;
    const { timeoutMs = Number.POSITIVE_INFINITY } = query;
    const { policy, root } = this.#settings;
    const suggestions = query.suggestions ?? policy.top;
    const request = readRequest(message, messages);
    if (request.said === "") return { matches: [], ranking: [], notes: [] };
    const index = await this.#indexOf(skills);
    const learnt = request.asks ? await this.#learn(index, { timeoutMs, signal }) : NOTHING_LEARNT;
    const { vectors, notes } = await embedRequest(request, learnt.models, signal);
    const answer = matchMessage(
      request,
      vectors,
      { ...index, models: learnt.models },
      {
        suggestions,
        ranking,
        isEager: (query.mode ?? policy.mode) === "eager",
        isCandidate: (row) => isCandidate(index.names[row] ?? ""),
        circumstances: circumstancesOf(skills, query, root),
        ...(thresholds && { thresholds }),
      },
    );
    return { ...answer, notes: [...learnt.notes, ...notes] };
  }

  /** All skills that a query finds, best first. */
  async search(
    skills: readonly Skill[],
    given: string,
    options: Pick<SearchOptions, "timeoutMs" | "signal"> & {
      readonly isCandidate: (name: string) => boolean;
    },
  ): Promise<{ readonly hits: readonly SearchHit[]; readonly notes: readonly string[] }> {
    const { timeoutMs = Number.POSITIVE_INFINITY, signal, isCandidate } = options;
    const query = given.slice(0, MAX_QUERY);
    const index = await this.#indexOf(skills);
    const learnt = await this.#learn(index, { timeoutMs, signal });
    const { vectors, notes } = await embedRequest({ asked: query, meanings: [query] }, learnt.models, signal);
    const found = rankSearch(query, vectors, { ...index, models: learnt.models }, (row) =>
      isCandidate(index.names[row] ?? ""),
    );
    const hits = found.flatMap(({ row, score }) => {
      const skill = skills[row];
      return skill === undefined ? [] : [{ skill, score }];
    });
    return { hits, notes: [...learnt.notes, ...notes] };
  }

  #indexOf(skills: readonly Skill[]): Promise<MatchIndex> {
    return this.#indexes.find((indexed) => indexed.skills === skills)?.index ?? this.#build(skills);
  }

  /** All embedders concurrently, because each may be slow. */
  async #learn(index: MatchIndex, timeoutMs: WaitOptions): Promise<Learnt> {
    const all = await Promise.all(this.#meanings.map((meanings) => meanings.of(index, timeoutMs)));
    const models: IndexedModel[] = [];
    const notes: string[] = [];
    for (const [at, { embedder, weight }] of this.#meanings.entries()) {
      const meaning = all[at];
      if (meaning === undefined) continue;
      if ("note" in meaning) notes.push(meaning.note);
      else models.push({ embedder, weight, index: meaning.index });
    }
    return { models, notes };
  }

  /** Builds one index at a time, each from the one before; a failed one is discarded. */
  #build(skills: readonly Skill[]): Promise<MatchIndex> {
    const before = this.#indexes.at(-1)?.index ?? Promise.resolve(undefined);
    const index = before
      .catch(() => undefined)
      .then((previous) => buildIndex(skills, previous, this.#settings));
    const made = { skills, index };
    this.#indexes = [...this.#indexes.filter((other) => other.skills !== skills), made].slice(-KEPT);
    index.catch(() => {
      this.#indexes = this.#indexes.filter((other) => other !== made);
    });
    return index;
  }
}

/** A message's vectors per model, and a note for each that did not answer. A model says nothing about unknown words. */
async function embedRequest(
  { asked, meanings }: Pick<MatchableMessage, "asked" | "meanings">,
  models: readonly IndexedModel[],
  signal: AbortSignal | undefined,
): Promise<{ readonly vectors: readonly (QueryVectors | undefined)[]; readonly notes: readonly string[] }> {
  const vectors: (QueryVectors | undefined)[] = [];
  const notes: string[] = [];
  for (const { embedder } of models) {
    try {
      vectors.push(knowsText(asked, embedder) ? await embedder.embed(meanings, "query", signal) : undefined);
    } catch (error) {
      signal?.throwIfAborted();
      vectors.push(undefined);
      notes.push(unanswered(embedder, error));
    }
  }
  return { vectors, notes };
}
