import type { Command } from "../table/command.ts";
import { commandNamed } from "../table/find-command.ts";
import { generalHelpFor, helpFor } from "../table/help.ts";

/** `knowhow help [command…]`: the same as `knowhow <command…> --help`. */
export const help: Command = async ({ args, commands }) =>
  args.positionals.length === 0
    ? generalHelpFor(commands)
    : helpFor(commandNamed(args.positionals, commands));
