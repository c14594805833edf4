import type { Runtime } from "@knowhow/runtime";

/** Finds the skills for a free-text topic, best first, by their names in the library. */
export type ResolveTopic = (topic: string) => Promise<readonly string[]>;

/** Maximum number of skills that a topic mounts. */
const MAX_SKILLS = 3;

/**
 * Finds skills with the runtime's matcher. A topic is an explicit question, so words count in every profile, and skills
 * that always apply do not match. A topic without a match is searched as the profile searches; if that finds nothing, the
 * skills that share words with the topic are used.
 */
export function resolveTopicWith(runtime: Runtime): ResolveTopic {
  return async (topic) => {
    const { matches, ranking } = await runtime.match(topic, {
      mode: "suggest",
      suggestions: MAX_SKILLS,
      ranking: MAX_SKILLS,
    });
    const found = matches.filter(({ loadReason }) => loadReason !== "always");
    if (found.length > 0) return found.map(({ name }) => name);
    const { hits } = await runtime.search(topic, { limit: MAX_SKILLS });
    if (hits.length > 0) return hits.map(({ skill }) => skill.name);
    return ranking.filter(({ score, reasons }) => score > 0 && reasons.length > 0).map(({ name }) => name);
  };
}
