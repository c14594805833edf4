import { CliError } from "./cli-error.ts";
import type { CommandSpec } from "./command.ts";

/** A row of the table by name; throws with the nearest name when there is none. */
export function findCommand(name: string, commands: readonly CommandSpec[]): CommandSpec {
  const spec = commands.find((command) => command.name === name);
  if (spec !== undefined) return spec;
  const known = commands.flatMap((command) => (command.hidden === true ? [] : [command.name]));
  throw new CliError("cli.unknown-command", `there is no command "${name}"`, {
    hint: "`knowhow --help` lists the commands",
    typed: { word: name, known },
  });
}
