import type { CommandSpec, OptionSpec } from "../command.ts";
import { GLOBAL_OPTIONS } from "../global-options.ts";

/** The commands that a shell offers. */
export function visibleCommands(commands: readonly CommandSpec[]): readonly CommandSpec[] {
  return commands.filter((spec) => spec.hidden !== true);
}

/** Every option of a command, its own first. */
export function optionsOf(spec: CommandSpec): readonly OptionSpec[] {
  return [...spec.options, ...GLOBAL_OPTIONS];
}

/** `--limit` and `-n`. */
export function optionWords({ name, short }: OptionSpec): readonly string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** The value options that stand before a command, so that their values are not taken for its name. */
export function globalValueWords(): readonly string[] {
  return GLOBAL_OPTIONS.filter((option) => option.value !== undefined).flatMap(optionWords);
}

/** A text inside single quotes, for shells where a quote is closed, escaped and opened again. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
