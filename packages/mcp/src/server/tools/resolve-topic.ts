import type { Runtime } from "@knowhow/runtime";

/** Finds the skills for a topic in free words, best first, by their names in the library. */
export type ResolveTopic = (topic: string) => Promise<readonly string[]>;

/** A topic mounts at most so many skills. */
const MAX_SKILLS = 3;

/**
 * What the runtime's matcher finds. A topic is a question of its own, so words count in every profile, and skills that
 * always apply are no answer; a topic without a match is looked for in names and descriptions.
 */
export function resolveTopicWith(runtime: Runtime): ResolveTopic {
  return async (topic) => {
    const { matches } = await runtime.match(topic, { mode: "suggest", suggestions: MAX_SKILLS });
    const found = matches.filter(({ loadReason }) => loadReason !== "always");
    if (found.length > 0) return found.map(({ name }) => name);
    return runtime.library.search(topic, { limit: MAX_SKILLS }).map(({ skill }) => skill.name);
  };
}
