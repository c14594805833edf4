import type { Runtime } from "@knowhow/runtime";

/** Finds the skills for a topic in free words, best first, by their names in the library. */
export type ResolveTopic = (topic: string) => Promise<readonly string[]>;

/** A topic mounts at most so many skills. */
const MAX_SKILLS = 3;

/** What a runtime with a matcher can do. */
interface CanMatch {
  match(message: string): Promise<{ readonly matches: readonly { readonly name: string }[] }>;
}

/** The runtime's matcher where it has one, else its search by words. */
export function resolveTopicWith(runtime: Runtime): ResolveTopic {
  return async (topic) => {
    if (canMatch(runtime)) {
      const { matches } = await runtime.match(topic);
      return matches.slice(0, MAX_SKILLS).map(({ name }) => name);
    }
    return runtime.library.search(topic, { limit: MAX_SKILLS }).map(({ skill }) => skill.name);
  };
}

function canMatch(runtime: object): runtime is CanMatch {
  return "match" in runtime && typeof runtime.match === "function";
}
