import type { CommandSpec, OptionSpec } from "../command.ts";
import { GLOBAL_OPTIONS } from "../global-options.ts";
import { globalValueWords, optionsOf, optionWords, quoted, visibleCommands } from "./facts.ts";

/** A completion script for bash 3.2 and newer. */
export function bashCompletion(table: readonly CommandSpec[]): string {
  const commands = visibleCommands(table);
  const values = [
    ...GLOBAL_OPTIONS.flatMap((option) => valueCase("*", option)),
    ...commands.flatMap((spec) => spec.options.flatMap((option) => valueCase(spec.name, option))),
  ];
  const options = commands.map((spec) => `${spec.name}) _knowhow_words "${words(optionsOf(spec))}" ;;`);
  const positionals = commands.flatMap((spec) => positionalCase(spec, commands));
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
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(knowhow __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

_knowhow() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${globalValueWords().join("|")}) ((i++)) ;;
      -*) ;;
      *) command="\${COMP_WORDS[i]}"; break ;;
    esac
  done
  case "$command $prev" in
${indent(values, 4)}
  esac
  if [[ "$cur" == -* ]]; then
    case "$command" in
${indent(options, 6)}
      *) _knowhow_words "${words(GLOBAL_OPTIONS)} --version" ;;
    esac
    return
  fi
  case "$command" in
    "") _knowhow_words "${commands.map((spec) => spec.name).join(" ")}" ;;
${indent(positionals, 4)}
  esac
}

complete -F _knowhow knowhow`;
}

function words(options: readonly OptionSpec[]): string {
  return options.flatMap(optionWords).join(" ");
}

/** One case of `"$command $prev"`: what may follow an option; `*` stands for every command. */
function valueCase(command: string, option: OptionSpec): readonly string[] {
  if (option.value === undefined) return [];
  const start = command === "*" ? "*" : quoted(command);
  const patterns = optionWords(option).map((word) => `${start}${quoted(` ${word}`)}`);
  return [`${patterns.join("|")}) ${valueOffer(option)}return ;;`];
}

function valueOffer({ choices, completes }: OptionSpec): string {
  if (choices !== undefined) return `_knowhow_words "${choices.join(" ")}"; `;
  return completes === "directories" ? "_knowhow_files -d; " : "";
}

function positionalCase(spec: CommandSpec, commands: readonly CommandSpec[]): readonly string[] {
  const [positional] = spec.positionals;
  if (positional === undefined) return [];
  const { choices, completes } = positional;
  if (choices !== undefined) return [`${spec.name}) _knowhow_words "${choices.join(" ")}" ;;`];
  if (completes === "skills") return [`${spec.name}) _knowhow_skills ;;`];
  if (completes === "paths") return [`${spec.name}) _knowhow_files -f ;;`];
  if (completes === "commands")
    return [`${spec.name}) _knowhow_words "${commands.map(({ name }) => name).join(" ")}" ;;`];
  return [];
}

function indent(lines: readonly string[], columns: number): string {
  return lines.map((line) => " ".repeat(columns) + line).join("\n");
}
