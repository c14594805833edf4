import { periodicYield } from "../basics/awaitable.ts";
import { knowsText } from "../matching/semantic/knows-text.ts";
import type { Embedder } from "../ports.ts";
import type { Skill } from "../skill.ts";
import { meaningsOf } from "./skill-texts.ts";

/** Number of skills whose texts are embedded in one call. */
const BATCH = 64;

/** The vectors, and the error that prevented the rest. */
export interface EmbeddedSkills {
  /** For each skill the vector of its whole text, then those of its phrases. */
  readonly vectors: ReadonlyMap<Skill, readonly Float32Array[]>;
  readonly error?: unknown;
}

/** Embeds skills in batches. */
export async function embedSkills(skills: readonly Skill[], embedder: Embedder): Promise<EmbeddedSkills> {
  const meanings = new Map<Skill, readonly Float32Array[]>();
  const yieldNow = periodicYield();
  for (let start = 0; start < skills.length; start += BATCH) {
    await yieldNow();
    const batch = skills.slice(start, start + BATCH).map((skill) => ({ skill, texts: meaningsOf(skill) }));
    const texts = batch.flatMap((item) => item.texts);
    try {
      const vectors = await embedder.embed(texts, "document");
      let at = 0;
      for (const item of batch) {
        meanings.set(
          item.skill,
          item.texts.map((text, index) => meaningOf(text, vectors[at + index], embedder)),
        );
        at += item.texts.length;
      }
    } catch (error) {
      return { vectors: meanings, error };
    }
  }
  return { vectors: meanings };
}

/** The vector of a text; zeros, which are similar to nothing, if the embedder does not know its words. */
function meaningOf(text: string, vector: Float32Array | undefined, embedder: Embedder): Float32Array {
  return vector !== undefined && knowsText(text, embedder) ? vector : new Float32Array(embedder.dimensions);
}
