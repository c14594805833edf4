import { realPlaceOf } from "../basics/real-place.ts";
import type { Skill } from "../skill.ts";
import type { SkillLibrary } from "./skill-library.ts";

/** Names of skills that were added, removed or changed. */
export interface LibraryDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Compares the usable skills of two libraries. */
export function libraryDifference(before: SkillLibrary, after: SkillLibrary): LibraryDifference {
  const old = new Map(before.list().map((skill) => [skill.name, skill]));
  const now = new Map(after.list().map((skill) => [skill.name, skill]));
  const isChanged = (skill: Skill) => {
    const was = old.get(skill.name);
    return (
      was !== undefined &&
      (was.version !== skill.version ||
        was.description !== skill.description ||
        was.path !== skill.path ||
        realPlaceOf(was).path !== realPlaceOf(skill).path)
    );
  };
  return {
    added: after
      .list()
      .filter((skill) => !old.has(skill.name))
      .map((skill) => skill.name),
    removed: before
      .list()
      .filter((skill) => !now.has(skill.name))
      .map((skill) => skill.name),
    changed: after
      .list()
      .filter(isChanged)
      .map((skill) => skill.name),
  };
}
