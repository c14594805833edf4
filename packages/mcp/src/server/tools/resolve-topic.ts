import type { Runtime } from "@knowhow/runtime";

/** Finds the skills for a topic in free words, best first, by their names in the library. */
export type ResolveTopic = (topic: string) => Promise<readonly string[]>;

/** A topic mounts at most so many skills. */
const MAX_SKILLS = 3;

/** What the runtime's matcher finds; a topic that is no request is looked for in names and descriptions. */
export function resolveTopicWith(runtime: Runtime): ResolveTopic {
  return async (topic) => {
    const { matches } = await runtime.match(topic, { suggestions: MAX_SKILLS });
    if (matches.length > 0) return matches.map(({ name }) => name);
    return runtime.library.search(topic, { limit: MAX_SKILLS }).map(({ skill }) => skill.name);
  };
}
