import type { CommandSpec, OptionSpec } from "../command.ts";
import { actionOf, allCommands, type NamedCommand } from "../find-command.ts";
import { GLOBAL_OPTIONS, VERSION_OPTION } from "../global-options.ts";
import { visibleCommands } from "../help.ts";

/** What a shell offers after the words of one command, without knowing how the table is nested. */
export interface CompletionRow {
  /** The words typed so far: empty at the start, or `mcp`, or `mcp install`. */
  readonly path: string;
  /** The options of the command itself, without those of every command. */
  readonly options: readonly OptionSpec[];
  readonly offers: Offer;
}

/** What is offered for the next word that is not an option: fixed words, or something that the shell looks up. */
export type Offer =
  | { readonly kind: "words"; readonly words: readonly OfferedWord[] }
  | { readonly kind: "skills" | "paths" | "nothing" };

export interface OfferedWord {
  readonly word: string;
  /** Undefined for the values of an argument. */
  readonly summary?: string;
}

/** One row per command, subcommand and group, the start of the line first. */
export function completionTable(commands: readonly CommandSpec[]): readonly CompletionRow[] {
  const visible = allCommands(visibleCommands(commands));
  const start = { path: "", options: [VERSION_OPTION], offers: commandOffer(commands) };
  return [start, ...visible.flatMap((command) => rowsOf(command, commands))];
}

/** `--limit` and `-n`. */
export function optionWords({ name, short }: OptionSpec): readonly string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** Options before or between the words of a command that are followed by a value. */
export function globalValueWords(): readonly string[] {
  return GLOBAL_OPTIONS.filter((option) => option.value !== undefined).flatMap(optionWords);
}

/** A string in single quotes, for shells where a quote is closed, escaped and opened again. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function rowsOf(command: NamedCommand, all: readonly CommandSpec[]): readonly CompletionRow[] {
  const { path, spec } = command;
  const options = (actionOf(command)?.spec.options ?? []).map(withoutBareValue);
  if (spec.commands !== undefined) return [{ path, options, offers: commandOffer(spec.commands) }];
  const [first] = spec.positionals;
  if (first?.completes !== "commands") return [{ path, options, offers: argumentOffer(spec.positionals[0]) }];
  // `help` takes the words of any other command, so it has a row for each group.
  const groups = allCommands(visibleCommands(all)).flatMap(({ path: words, spec: { commands } }) =>
    commands === undefined ? [] : [{ path: `${path} ${words}`, options, offers: commandOffer(commands) }],
  );
  return [{ path, options, offers: commandOffer(all) }, ...groups];
}

/** The next word is not the value of an option whose value is optional. */
function withoutBareValue(option: OptionSpec): OptionSpec {
  if (option.bare === undefined) return option;
  const { value: _, completes: __, ...rest } = option;
  return rest;
}

const LOOKED_UP: ReadonlySet<string> = new Set(["skills", "skill-urls", "runs", "open-runs"]);

function argumentOffer(positional: { choices?: readonly string[]; completes?: string } | undefined): Offer {
  if (positional?.choices !== undefined)
    return { kind: "words", words: positional.choices.map((word) => ({ word })) };
  if (positional?.completes === "paths") return { kind: "paths" };
  // Our own program lists skills and runs, and knows from the words which of them are wanted.
  if (LOOKED_UP.has(positional?.completes ?? "")) return { kind: "skills" };
  return { kind: "nothing" };
}

function commandOffer(commands: readonly CommandSpec[]): Offer {
  const words = visibleCommands(commands).map(({ name, summary }) => ({ word: name, summary }));
  return { kind: "words", words };
}
