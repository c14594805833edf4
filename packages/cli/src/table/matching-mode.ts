import type { MatchingMode } from "@knowhow/runtime";
import type { Arguments } from "./arguments.ts";
import type { OptionSpec } from "./command.ts";

/** The matching modes, in ascending order of what they allow. */
export const MODES = ["explicit", "suggest", "auto", "eager"] as const satisfies readonly MatchingMode[];

/** Option of every command that shows what a session would do. */
export const MODE: OptionSpec = {
  name: "mode",
  value: "MODE",
  choices: MODES,
  summary: "matching mode: explicit, suggest, auto or eager (default: the mode in your settings)",
};

/** Says that the configuration allows less than the command line asks for. */
export function modeNotes(asked: MatchingMode | undefined, used: MatchingMode): readonly string[] {
  return asked === undefined || asked === used
    ? []
    : [`the configuration limits the matching mode to "${used}"; --mode ${asked} has no effect`];
}

/** The mode on the command line; undefined for that of the settings. */
export function readMode(args: Arguments): MatchingMode | undefined {
  const written = args.text("mode");
  return MODES.find((mode) => mode === written);
}
