import type { MatchAnswer, MatchQuery, SkillMatch } from "../conversation.ts";
import type { AiosMatch } from "../matching/aios/aios-match.ts";
import { findByDescriptionAsync } from "../matching/aios/find-by-description-async.ts";
import { findByTrigger, triggersOf } from "../matching/aios/find-by-trigger.ts";
import type { TriggerIndex } from "../matching/triggers/trigger-index.ts";
import type { Embedder } from "../ports.ts";
import type { Skill } from "../skill.ts";
import { unanswered } from "./guarded-embedder.ts";
import { waitFor } from "./wait-for.ts";

/** Number of descriptions to embed in one call. */
const BATCH = 256;

const STILL_READING = "it is still indexing the skills";

/**
 * Finds skills in the order of AIOS: by a trigger phrase, otherwise by similar meaning of the description, otherwise by
 * common words. Caches the phrases and vectors of the last library.
 */
export class KeywordMatcher {
  readonly #embedder: Embedder | undefined;
  #skills: readonly Skill[] | undefined;
  #triggers: TriggerIndex<Skill> | undefined;
  /** Vectors by text. */
  readonly #vectors = new Map<string, Float32Array>();
  #learning: Promise<unknown> = Promise.resolve();

  constructor(embedder: Embedder | undefined) {
    this.#embedder = embedder;
  }

  /** The best skills, at most `suggestions`. */
  async match(
    skills: readonly Skill[],
    query: MatchQuery & Required<Pick<MatchQuery, "suggestions">>,
  ): Promise<Pick<MatchAnswer, "matches" | "notes">> {
    const { message, isCandidate = () => true, suggestions: limit, signal } = query;
    const { timeoutMs = Number.POSITIVE_INFINITY } = query;
    const triggered = findByTrigger(message, skills, { limit: skills.length, index: this.#phrasesOf(skills) })
      .filter(({ skill }) => isCandidate(skill.name))
      .slice(0, limit);
    if (triggered.length > 0) return { matches: triggered.map(toMatch), notes: [] };
    const notes: string[] = [];
    const found = await findByDescriptionAsync(
      message,
      skills.filter(({ name }) => isCandidate(name)),
      { embedder: this.#remembering(notes, timeoutMs), limit, ...(signal && { signal }) },
    );
    return { matches: found.map(toMatch), notes };
  }

  #phrasesOf(skills: readonly Skill[]): TriggerIndex<Skill> {
    if (this.#skills !== skills || this.#triggers === undefined) {
      this.#skills = skills;
      this.#triggers = triggersOf(skills);
      if (this.#vectors.size > 2 * skills.length) this.#vectors.clear();
    }
    return this.#triggers;
  }

  /** The embedder, called only for new descriptions; its errors are added to the notes. */
  #remembering(notes: string[], timeoutMs: number): Embedder | undefined {
    const embedder = this.#embedder;
    if (embedder === undefined) return undefined;
    const embed: Embedder["embed"] = async (texts, kind, signal) => {
      try {
        return kind === "query"
          ? await embedder.embed(texts, kind, signal)
          : await waitFor(this.#vectorsOf(texts, embedder), timeoutMs, STILL_READING, signal);
      } catch (error) {
        signal?.throwIfAborted();
        notes.push(unanswered(embedder, error));
        throw error;
      }
    };
    return { ...embedder, embed };
  }

  /** Continues after a timeout; calls are serialized, so that nothing is embedded twice. */
  #vectorsOf(texts: readonly string[], embedder: Embedder): Promise<readonly Float32Array[]> {
    const learnt = this.#learning.then(async () => {
      const missing = texts.filter((text) => !this.#vectors.has(text));
      for (let start = 0; start < missing.length; start += BATCH) {
        const batch = missing.slice(start, start + BATCH);
        for (const [at, vector] of (await embedder.embed(batch, "document")).entries())
          this.#vectors.set(batch[at] ?? "", vector);
      }
      return texts.flatMap((text) => this.#vectors.get(text) ?? []);
    });
    this.#learning = learnt.catch(() => undefined);
    return learnt;
  }
}

function toMatch({ skill, score, reasons, variables, method }: AiosMatch<Skill>): SkillMatch {
  const named = variables !== undefined && Object.keys(variables).length > 0;
  return {
    name: skill.name,
    decision: method === "trigger" && score === 1 ? "load" : "suggest",
    score: Math.round(score * 10_000) / 10_000,
    reasons,
    loadReason: "auto_suggested",
    ...(named ? { variables } : {}),
    ...(method === "trigger" ? { triggered: true } : {}),
  };
}
