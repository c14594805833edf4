import type { CommandSpec, OptionSpec } from "../command.ts";
import { GLOBAL_OPTIONS } from "../global-options.ts";
import {
  type CompletionRow,
  completionTable,
  globalValueWords,
  type Offer,
  optionWords,
  quoted,
} from "./completion-table.ts";

/** A completion script for bash 3.2 and newer. */
export function bashCompletion(commands: readonly CommandSpec[]): string {
  const table = completionTable(commands);
  const values = [
    ...GLOBAL_OPTIONS.flatMap((option) => valueCase("*", option)),
    ...table.flatMap(({ path, options }) => options.flatMap((option) => valueCase(quoted(path), option))),
  ];
  return `# knowhow completion for bash; add to ~/.bashrc: eval "$(knowhow completion bash)"
_knowhow_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
}

_knowhow_files() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$1" -- "$cur")
  compopt -o filenames 2>/dev/null
}

_knowhow_skills() {
  local word typed="$cur" before=""
  # Where ":" separates words, skill://pdf is three of them, and only what follows the ":" is replaced.
  if [[ "$cur" == : ]]; then before="$prev:" typed="$prev:"
  elif [[ "$prev" == : ]]; then before="\${COMP_WORDS[COMP_CWORD-2]}:" typed="$before$cur"; fi
  while IFS= read -r word; do COMPREPLY+=("\${word#"$before"}"); done < <(knowhow __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$typed" 2>/dev/null)
}

_knowhow() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${globalValueWords().join("|")}) ((i++)) ;;
      -*) ;;
      *)
        case "$command\${command:+ }\${COMP_WORDS[i]}" in
          ${paths(table)}) command="$command\${command:+ }\${COMP_WORDS[i]}" ;;
          *) command="\${command:-\${COMP_WORDS[i]}}"; break ;;
        esac ;;
    esac
  done
  case "$command $prev" in
${indent(values, 4)}
  esac
  if [[ "$cur" == -* ]]; then
    case "$command" in
${indent(table.map(optionCase), 6)}
      *) _knowhow_words "${words(GLOBAL_OPTIONS)}" ;;
    esac
    return
  fi
  case "$command" in
${indent(table.flatMap(offerCase), 4)}
  esac
}

complete -F _knowhow knowhow`;
}

function paths(table: readonly CompletionRow[]): string {
  return table.flatMap(({ path }) => (path === "" ? [] : [quoted(path)])).join("|");
}

function words(options: readonly OptionSpec[]): string {
  return options.flatMap(optionWords).join(" ");
}

/** One case of `"$command $prev"`: what may follow an option of a command, which is a pattern. */
function valueCase(command: string, option: OptionSpec): readonly string[] {
  if (option.value === undefined) return [];
  const patterns = optionWords(option).map((word) => `${command}${quoted(` ${word}`)}`);
  return [`${patterns.join("|")}) ${valueOffer(option)}return ;;`];
}

function valueOffer({ choices, completes }: OptionSpec): string {
  if (choices !== undefined) return `_knowhow_words "${choices.join(" ")}"; `;
  if (completes === "skills") return "_knowhow_skills; ";
  if (completes === "files") return "_knowhow_files -f; ";
  return completes === "directories" ? "_knowhow_files -d; " : "";
}

function optionCase({ path, options }: CompletionRow): string {
  return `${quoted(path)}) _knowhow_words "${words([...options, ...GLOBAL_OPTIONS])}" ;;`;
}

function offerCase({ path, offers }: CompletionRow): readonly string[] {
  const action = offerAction(offers);
  return action === undefined ? [] : [`${quoted(path)}) ${action} ;;`];
}

function offerAction(offers: Offer): string | undefined {
  switch (offers.kind) {
    case "words":
      return `_knowhow_words "${offers.words.map(({ word }) => word).join(" ")}"`;
    case "skills":
      return "_knowhow_skills";
    case "paths":
      return "_knowhow_files -f";
    case "nothing":
      return undefined;
  }
}

function indent(lines: readonly string[], columns: number): string {
  return lines.map((line) => " ".repeat(columns) + line).join("\n");
}
