import type { MatchingMode } from "@knowhow/runtime";
import type { Arguments } from "./arguments.ts";
import type { OptionSpec } from "./command.ts";

/** The modes, from the one that does the least. */
export const MODES = ["explicit", "suggest", "auto", "eager"] as const satisfies readonly MatchingMode[];

/** On every command that says what a session would do. */
export const MODE: OptionSpec = {
  name: "mode",
  value: "MODE",
  choices: MODES,
  summary: "matching mode: explicit, suggest, auto or eager (default: the mode in your settings)",
};

/** The mode that the command line asks for; undefined for that of the settings. */
export function readMode(args: Arguments): MatchingMode | undefined {
  const written = args.text("mode");
  return MODES.find((mode) => mode === written);
}
