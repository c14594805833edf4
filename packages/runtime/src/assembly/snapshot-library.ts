import { isKnowhowError } from "../errors.ts";
import type { LibrarySnapshot } from "../library.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Serving } from "../serving/open-serving.ts";

/** Number of files to read concurrently. */
const AT_ONCE = 16;

/**
 * A library as JSON with the SKILL.md of its skills as they are now, so that a session on it needs no files. Skills of
 * servers, files that cannot be read, and content that a check refuses are omitted.
 */
export async function snapshotLibrary(library: SkillLibrary, serving: Serving): Promise<LibrarySnapshot> {
  const texts: Record<string, string> = {};
  const waiting = library.list().values();
  const work = async () => {
    for (const skill of waiting) {
      if (skill.origin.remote !== undefined) continue;
      const read = await serving.open(skill, "model").text().catch(unlessWithheld);
      if (read !== undefined) texts[skill.path] = read.text;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return library.withTexts(texts).toSnapshot();
}

/** A skill that cannot be read, or that a check refuses, is omitted. */
function unlessWithheld(error: unknown): undefined {
  if (!isKnowhowError(error)) throw error;
}
