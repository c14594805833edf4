import type { LibraryEntry, SkillLibrary } from "@knowhow/runtime";
import { CliError } from "../io/cli-error.ts";

/** The winner of a name; throws with the nearest name, or with the way to the reason, when there is none. */
export function findEntry(library: SkillLibrary, name: string): LibraryEntry {
  const entry = library.entry(name);
  if (entry !== undefined) return entry;
  if (library.rejections().some((rejection) => rejection.name === name)) {
    throw new CliError(
      "cli.not-found",
      `"${name}" was found and left out`,
      `\`knowhow why ${name}\` tells the reason`,
    );
  }
  const known = library.entries().map(({ skill }) => skill.name);
  throw new CliError("cli.not-found", `no skill is named "${name}"`, {
    hint: "`knowhow list` shows every skill",
    typed: { word: name, known },
  });
}
