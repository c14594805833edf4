import type { Embedder } from "../ports.ts";
import type { Skill } from "../skill.ts";
import { meaningsOf } from "./skill-texts.ts";

/** Skills whose texts go to an embedder at once. */
const BATCH = 64;

/** What skills mean: for each the vector of the whole, then those of its phrases. */
export async function embedSkills(
  skills: readonly Skill[],
  embedder: Embedder,
): Promise<ReadonlyMap<Skill, readonly Float32Array[]>> {
  const meanings = new Map<Skill, readonly Float32Array[]>();
  for (let start = 0; start < skills.length; start += BATCH) {
    const batch = skills.slice(start, start + BATCH).map((skill) => ({ skill, texts: meaningsOf(skill) }));
    const vectors = await embedder.embed(
      batch.flatMap(({ texts }) => texts),
      "document",
    );
    let at = 0;
    for (const { skill, texts } of batch) {
      meanings.set(skill, vectors.slice(at, at + texts.length));
      at += texts.length;
    }
  }
  return meanings;
}
