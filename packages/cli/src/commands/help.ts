import type { Command } from "../command.ts";
import { findCommand } from "../find-command.ts";
import { generalHelpFor, helpFor } from "../help.ts";

/** `knowhow help [command]`. */
export const help: Command = async ({ args, commands }) => {
  const [name] = args.positionals;
  return name === undefined ? generalHelpFor(commands) : helpFor(findCommand(name, commands));
};
