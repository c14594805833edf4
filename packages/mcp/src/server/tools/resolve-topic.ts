import type { Runtime } from "@knowhow/runtime";

/** Finds the skills for a free-text topic, best first, by their names in the library. */
export type ResolveTopic = (topic: string) => Promise<readonly string[]>;

/** Maximum number of skills that a topic mounts. */
const MAX_SKILLS = 3;

/**
 * Finds skills with the runtime's matcher. A topic is an explicit question, so words count in every profile, and skills
 * that always apply do not match. A topic without a match is searched in names and descriptions.
 */
export function resolveTopicWith(runtime: Runtime): ResolveTopic {
  return async (topic) => {
    const { matches } = await runtime.match(topic, { mode: "suggest", suggestions: MAX_SKILLS });
    const found = matches.filter(({ loadReason }) => loadReason !== "always");
    if (found.length > 0) return found.map(({ name }) => name);
    const { hits } = await runtime.search(topic, { limit: MAX_SKILLS });
    return hits.map(({ skill }) => skill.name);
  };
}
