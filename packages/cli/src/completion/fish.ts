import type { CommandSpec, OptionSpec, PositionalSpec } from "../command.ts";
import { GLOBAL_OPTIONS } from "../global-options.ts";
import { visibleCommands } from "./facts.ts";

/** A completion script for fish. */
export function fishCompletion(table: readonly CommandSpec[]): string {
  const commands = visibleCommands(table);
  const names = commands.map((spec) => spec.name).join(" ");
  const first = `not __fish_seen_subcommand_from ${names}`;
  return [
    "# knowhow completion for fish; add to ~/.config/fish/config.fish: knowhow completion fish | source",
    "function __knowhow_skills",
    "    set -l typed (commandline -opc) (commandline -ct)",
    "    knowhow __complete -- $typed[2..-1] 2>/dev/null",
    "end",
    "",
    "complete -c knowhow -f",
    ...GLOBAL_OPTIONS.map((option) => `complete -c knowhow ${optionWords(option)}`),
    `complete -c knowhow -n '${first}' -s v -l version -d 'print the version of knowhow'`,
    ...commands.map(
      ({ name, summary }) => `complete -c knowhow -n '${first}' -a ${name} -d ${quote(summary)}`,
    ),
    ...commands.flatMap((spec) => commandLines(spec, names)),
  ].join("\n");
}

function commandLines(spec: CommandSpec, names: string): readonly string[] {
  const start = `complete -c knowhow -n '__fish_seen_subcommand_from ${spec.name}'`;
  const positionals = spec.positionals.flatMap((positional) => {
    const offer = offerOf(positional, names);
    return offer === undefined ? [] : [`${start} ${offer}`];
  });
  return [...spec.options.map((option) => `${start} ${optionWords(option)}`), ...positionals];
}

function optionWords(option: OptionSpec): string {
  const { name, short, value, choices, completes, summary } = option;
  const words = short === undefined ? `-l ${name}` : `-s ${short} -l ${name}`;
  if (value === undefined) return `${words} -d ${quote(summary)}`;
  if (choices !== undefined) return `${words} -x -a ${quote(choices.join(" "))} -d ${quote(summary)}`;
  if (completes === "directories")
    return `${words} -x -a '(__fish_complete_directories)' -d ${quote(summary)}`;
  return `${words} -x -d ${quote(summary)}`;
}

function offerOf({ choices, completes }: PositionalSpec, names: string): string | undefined {
  if (choices !== undefined) return `-a ${quote(choices.join(" "))}`;
  if (completes === "skills") return "-a '(__knowhow_skills)'";
  if (completes === "paths") return "-F";
  return completes === "commands" ? `-a ${quote(names)}` : undefined;
}

/** Fish escapes a quote inside single quotes with a backslash. */
function quote(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
