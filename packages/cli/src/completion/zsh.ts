import type { CommandSpec, OptionSpec, PositionalSpec } from "../command.ts";
import { GLOBAL_OPTIONS } from "../global-options.ts";
import { optionsOf, optionWords, quoted, visibleCommands } from "./facts.ts";

/** A completion script for zsh; works both when it is evaluated and as a file `_knowhow` on the fpath. */
export function zshCompletion(table: readonly CommandSpec[]): string {
  const commands = visibleCommands(table);
  return `#compdef knowhow
# knowhow completion for zsh; add to ~/.zshrc after compinit: eval "$(knowhow completion zsh)"
_knowhow_skills() {
  local -a names
  names=("\${(@f)$(knowhow __complete -- "\${_knowhow_typed[@]}" 2>/dev/null)}")
  compadd -- "\${(@)names:#}"
}

_knowhow_commands() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join("\n")}
  )
  _describe -t commands command commands
}

_knowhow() {
  local curcontext="$curcontext" state line
  local -a _knowhow_typed
  _knowhow_typed=("\${(@)words[2,CURRENT]}")
  _arguments -C -A '-*' \\
${GLOBAL_OPTIONS.map((option) => `    ${argument(option)} \\`).join("\n")}
    '(-v --version)'{-v,--version}'[print the version of knowhow]' \\
    '1:command:_knowhow_commands' \\
    '*::argument:->argument'
  [[ $state == argument ]] || return
  case $words[1] in
${commands.map(commandCase).join("\n")}
  esac
}

if [[ $funcstack[1] == _knowhow ]]; then
  _knowhow "$@"
else
  compdef _knowhow knowhow
fi`;
}

function commandCase(spec: CommandSpec): string {
  const lines = [...optionsOf(spec).map(argument), ...spec.positionals.map(positional)];
  return `    ${spec.name})\n      _arguments \\\n${lines.map((line) => `        ${line}`).join(" \\\n")}\n      ;;`;
}

/** `'(-n --limit)'{-n,--limit}'[summary]:N:'`. */
function argument(option: OptionSpec): string {
  const words = optionWords(option);
  const many = option.many === true ? "*" : "";
  const value = option.value === undefined ? "" : `:${option.value}:${valueAction(option)}`;
  const tail = `[${escapeText(option.summary)}]${value}`;
  if (words.length === 1) return quoted(`${many}${words[0]}${tail}`);
  const exclusion = many === "" ? quoted(`(${words.join(" ")})`) : quoted("*");
  return `${exclusion}{${words.join(",")}}${quoted(tail)}`;
}

function valueAction({ choices, completes }: OptionSpec): string {
  if (choices !== undefined) return `(${choices.join(" ")})`;
  return completes === "directories" ? "_files -/" : " ";
}

function positional({ name, many, choices, completes }: PositionalSpec): string {
  const actions = { skills: "_knowhow_skills", paths: "_files", commands: "_knowhow_commands" };
  const action =
    choices !== undefined ? `(${choices.join(" ")})` : completes === undefined ? " " : actions[completes];
  return quoted(`${many === true ? "*" : "1"}:${name}:${action}`);
}

/** Brackets and colons mean something inside an argument's text. */
function escapeText(text: string): string {
  return text.replace(/[[\]:\\]/g, "\\$&");
}
