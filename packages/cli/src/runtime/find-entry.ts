import type { LibraryEntry, SkillLibrary } from "@knowhow/runtime";
import { CliError } from "../io/cli-error.ts";

/** The skill that has a name, or the one in a directory of that name; throws if there is none, with the nearest name or the way to the reason. */
export function findEntry(library: SkillLibrary, name: string): LibraryEntry {
  const entry = library.entry(name);
  if (entry !== undefined) return entry;
  const [held] = library.inFolder(name);
  if (held !== undefined) return held;
  if (library.rejections().some((rejection) => rejection.name === name)) {
    throw new CliError(
      "cli.not-found",
      `skill "${name}" was found but skipped`,
      `run \`knowhow why ${name}\` to see the reason`,
    );
  }
  const known = library.entries().map(({ skill }) => skill.name);
  throw new CliError("cli.not-found", `no skill named "${name}"`, {
    hint: "`knowhow list` shows every skill",
    typed: { word: name, known },
  });
}
