import type { CommandSpec, OptionSpec } from "../command.ts";
import { GLOBAL_OPTIONS } from "../global-options.ts";
import { type CompletionRow, completionTable, globalValueWords, type Offer } from "./completion-table.ts";

/** A completion script for fish 3.0 and newer. */
export function fishCompletion(commands: readonly CommandSpec[]): string {
  const table = completionTable(commands);
  const paths = table.flatMap(({ path }) => (path === "" ? [] : [quote(path)]));
  return [
    "# knowhow completion for fish; add to ~/.config/fish/config.fish: knowhow completion fish | source",
    "function __knowhow_skills",
    "    set -l typed (commandline -opc) (commandline -ct)",
    "    knowhow __complete -- $typed[2..-1] 2>/dev/null",
    "end",
    "",
    "# Succeeds when the words so far name this command.",
    "function __knowhow_at",
    "    set -l typed (commandline -opc)",
    "    set -l command",
    "    set -l skip 0",
    "    for word in $typed[2..-1]",
    "        if test $skip = 1",
    "            set skip 0",
    `        else if contains -- $word ${globalValueWords().join(" ")}`,
    "            set skip 1",
    "        else if not string match -q -- '-*' $word",
    '            set -l path (string trim -- "$command $word")',
    `            if contains -- $path ${paths.join(" ")}`,
    "                set command $path",
    "            else",
    '                test -n "$command"; or set command $word',
    "                break",
    "            end",
    "        end",
    "    end",
    '    test "$command" = "$argv"',
    "end",
    "",
    "complete -c knowhow -f",
    ...GLOBAL_OPTIONS.map((option) => `complete -c knowhow ${optionWords(option)}`),
    ...table.flatMap(rowLines),
  ].join("\n");
}

function rowLines({ path, options, offers }: CompletionRow): readonly string[] {
  const start = `complete -c knowhow -n ${quote(`__knowhow_at ${path}`.trim())}`;
  return [
    ...options.map((option) => `${start} ${optionWords(option)}`),
    ...offerLines(offers).map((words) => `${start} ${words}`),
  ];
}

function optionWords(option: OptionSpec): string {
  const { name, short, value, choices, completes, summary } = option;
  const words = short === undefined ? `-l ${name}` : `-s ${short} -l ${name}`;
  if (value === undefined) return `${words} -d ${quote(summary)}`;
  if (choices !== undefined) return `${words} -x -a ${quote(choices.join(" "))} -d ${quote(summary)}`;
  if (completes === "directories")
    return `${words} -x -a '(__fish_complete_directories)' -d ${quote(summary)}`;
  if (completes === "skills") return `${words} -x -a '(__knowhow_skills)' -d ${quote(summary)}`;
  if (completes === "files") return `${words} -r -F -d ${quote(summary)}`;
  return `${words} -x -d ${quote(summary)}`;
}

function offerLines(offers: Offer): readonly string[] {
  switch (offers.kind) {
    case "words":
      return offers.words.map(({ word, summary }) =>
        summary === undefined ? `-a ${word}` : `-a ${word} -d ${quote(summary)}`,
      );
    case "skills":
      return ["-a '(__knowhow_skills)'"];
    case "paths":
      return ["-F"];
    case "nothing":
      return [];
  }
}

/** Fish escapes a quote inside single quotes with a backslash. */
function quote(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
