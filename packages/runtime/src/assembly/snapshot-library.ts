import type { LibrarySnapshot } from "../library.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Serving } from "../serving/open-serving.ts";

/** Files that are read at the same time. */
const AT_ONCE = 16;

/**
 * A library as JSON together with the SKILL.md of its skills as they are now, so that a session on it needs no file. Skills
 * of servers, and files that cannot be read, are left to be read later.
 */
export async function snapshotLibrary(library: SkillLibrary, serving: Serving): Promise<LibrarySnapshot> {
  const texts: Record<string, string> = {};
  const waiting = library.list().values();
  const work = async () => {
    for (const skill of waiting) {
      if (skill.origin.remote !== undefined) continue;
      const held = await serving
        .open(skill, "model")
        .hold()
        .catch(() => undefined);
      if (held !== undefined) texts[skill.path] = held.stored();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return library.withTexts(texts).toSnapshot();
}
