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

/** A completion script for zsh; works both when it is evaluated and as a file `_knowhow` on the fpath. */
export function zshCompletion(commands: readonly CommandSpec[]): string {
  const table = completionTable(commands);
  const paths = table.flatMap(({ path }) => (path === "" ? [] : [quoted(path)]));
  return `#compdef knowhow
# knowhow completion for zsh; add to ~/.zshrc after compinit: eval "$(knowhow completion zsh)"
_knowhow_skills() {
  local -a names
  names=("\${(@f)$(knowhow __complete -- "\${_knowhow_typed[@]}" 2>/dev/null)}")
  compadd -- "\${(@)names:#}"
}

_knowhow_words() {
  _describe -t words word _knowhow_offered
}

_knowhow() {
  local curcontext="$curcontext" command="" next
  local -i at=1 i
  local -a _knowhow_typed _knowhow_offered
  _knowhow_typed=("\${(@)words[2,CURRENT]}")
  for ((i = 2; i < CURRENT; i++)); do
    case $words[i] in
      ${globalValueWords().join("|")}) ((i++)) ;;
      -*) ;;
      *)
        next="\${command:+$command }$words[i]"
        case $next in
          ${paths.join("|")}) command=$next; at=$i ;;
          *) : \${command:=$words[i]}; break ;;
        esac ;;
    esac
  done
  words=("\${(@)words[at,-1]}")
  ((CURRENT -= at - 1))
  case $command in
${table.map(rowCase).join("\n")}
  esac
}

if [[ $funcstack[1] == _knowhow ]]; then
  _knowhow "$@"
else
  compdef _knowhow knowhow
fi`;
}

function rowCase({ path, options, offers }: CompletionRow): string {
  const specs = [...[...options, ...GLOBAL_OPTIONS].map(optionSpec), ...offerSpec(offers)];
  const lines = [
    ...(offers.kind === "words" ? [`_knowhow_offered=(${offers.words.map(offeredWord).join(" ")})`] : []),
    `_arguments -s \\\n${specs.map((spec) => `        ${spec}`).join(" \\\n")}`,
    ";;",
  ];
  return `    ${quoted(path)})\n${lines.map((line) => `      ${line}`).join("\n")}`;
}

/** `'(-n --limit)'{-n,--limit}'[summary]:N:'`. */
function optionSpec(option: OptionSpec): string {
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
  if (completes === "skills") return "_knowhow_skills";
  if (completes === "files") return "_files";
  return completes === "directories" ? "_files -/" : " ";
}

function offerSpec({ kind }: Offer): readonly string[] {
  switch (kind) {
    case "words":
      return [quoted("1:word:_knowhow_words")];
    case "skills":
      return [quoted("1:skill:_knowhow_skills")];
    case "paths":
      return [quoted("*:path:_files")];
    case "nothing":
      return [];
  }
}

function offeredWord({ word, summary }: { readonly word: string; readonly summary?: string }): string {
  return quoted(summary === undefined ? word : `${word}:${summary}`);
}

/** Escapes brackets and colons, which have a meaning in the text of an argument. */
function escapeText(text: string): string {
  return text.replace(/[[\]:\\]/g, "\\$&");
}
