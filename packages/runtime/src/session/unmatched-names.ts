import { compileGlob } from "../basics/globs.ts";
import { nearestWord } from "../basics/words.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { SessionOptions } from "./session-options.ts";

/** One note for each name in `skills`, `pins` and `preload` that matches no skill. */
export function unmatchedNames(
  { skills = [], pins = [], preload = [] }: Pick<SessionOptions, "skills" | "pins" | "preload">,
  library: SkillLibrary,
): readonly string[] {
  if (skills.length + pins.length + preload.length === 0) return [];
  const names = library.entries().map(({ skill }) => skill.name);
  const note = (option: string, written: string): string => {
    const near = nearestWord(written, names);
    const meant = near === undefined ? "" : `; did you mean "${near}"?`;
    return `\`${option}\` names "${written}", and no skill has that name${meant}`;
  };
  const isUnknown = (name: string) => library.entry(name) === undefined;
  return [
    ...skills.filter((glob) => !names.some(compileGlob(glob))).map((glob) => note("skills", glob)),
    ...pins.filter(isUnknown).map((name) => note("pins", name)),
    ...preload.filter(isUnknown).map((name) => note("preload", name)),
  ];
}
