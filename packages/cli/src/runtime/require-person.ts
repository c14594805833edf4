import { CliError } from "../io/cli-error.ts";
import { hasPerson } from "../io/has-person.ts";
import type { Io } from "../io/io.ts";

/** Refuses to print text of a skill that is not trusted: a shell is also how an agent reads, and to an agent it does not exist. */
export function requirePerson(name: string, io: Io): void {
  if (hasPerson(io)) return;
  throw new CliError(
    "cli.refused",
    `the skill "${name}" is not trusted, so its text is shown only in a terminal`,
    `the user can read it and decide with \`knowhow trust ${name}\` in a terminal`,
  );
}
