import { joinPath } from "../basics/paths.ts";
import { realPlaceOf } from "../basics/real-place.ts";
import { KnowhowError } from "../errors.ts";
import type { FileSystem } from "../ports.ts";
import type { Skill } from "../skill.ts";

/** What is asked of a skill to find it again. */
export type PlacedSkill = Pick<Skill, "name" | "path" | "directory" | "real">;

/** The real path of a skill's SKILL.md, or undefined when it is no longer the one that discovery found. */
export function sameFile(skill: PlacedSkill, files: FileSystem): Promise<string | undefined> {
  return samePath(skill.path, realPlaceOf(skill).path, files);
}

/** The real path of a skill's directory, or undefined when it is no longer the one that discovery found. */
export function sameDirectory(skill: PlacedSkill, files: FileSystem): Promise<string | undefined> {
  return samePath(skill.directory, realPlaceOf(skill).directory, files);
}

/** The real path of a listed file of a skill, or undefined when a link leads to it now. */
export function sameResource(
  skill: PlacedSkill,
  path: string,
  files: FileSystem,
): Promise<string | undefined> {
  return samePath(joinPath(skill.directory, path), joinPath(realPlaceOf(skill).directory, path), files);
}

/** Says that a skill is not what it was when the library was made. */
export function movedSkill(skill: PlacedSkill, what: string, cause?: unknown): KnowhowError {
  return new KnowhowError("runtime.unreadable-skill", `${what} of "${skill.name}" cannot be read`, {
    hint: "it was removed, replaced or changed its kind; reload the library",
    ...(cause === undefined ? {} : { cause }),
  });
}

async function samePath(reached: string, expected: string, files: FileSystem): Promise<string | undefined> {
  try {
    return (await files.realpath(reached)) === expected ? expected : undefined;
  } catch {
    return undefined;
  }
}
