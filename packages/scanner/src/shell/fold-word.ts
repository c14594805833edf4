import type { ParsedScript, Word, WordPart } from "unbash";
import { joinValues, type ShellValue } from "./shell-value.ts";

/** What the folding of words needs to know about the script around them. */
export interface FoldScope {
  variable(name: string): ShellValue | undefined;
  /** What a command substitution prints. */
  output(script: ParsedScript): ShellValue;
}

/** The value of a word: quotes removed, known variables and substitutions replaced. What is unknown stays as written. */
export function foldWord(word: Word, scope: FoldScope): ShellValue {
  if (word.parts === undefined) return { text: word.value };
  return joinValues(
    word.parts.map((part) => foldPart(part, scope)),
    "",
  );
}

/** `{curl,-s,url}` is three words. */
export function braceWords(value: ShellValue): readonly ShellValue[] {
  const inner = /^\{([^{}]{1,2000}),([^{}]{0,2000})\}$/.exec(value.text);
  if (inner === null) return [value];
  return value.text
    .slice(1, -1)
    .split(",")
    .map((text) => ({ ...value, text }));
}

/** An expansion outside of quotes is split at its blanks: `cat${IFS}file`, or `$options`. */
export function splitWords(word: Word, value: ShellValue): readonly ShellValue[] {
  const isOpen = word.parts?.some(
    ({ type }) => type === "SimpleExpansion" || type === "ParameterExpansion" || type === "CommandExpansion",
  );
  if (isOpen !== true || !/\s/.test(value.text.trim())) return [value];
  // Quoted parts of the same word keep their blanks; who mixes both is rare, and only the number of words differs.
  return value.text
    .trim()
    .split(/\s+/)
    .map((text) => ({ ...value, text }));
}

function foldPart(part: WordPart, scope: FoldScope): ShellValue {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return { text: part.value };
    case "DoubleQuoted":
    case "LocaleString":
      return joinValues(
        part.parts.map((inner) => foldPart(inner, scope)),
        "",
      );
    case "SimpleExpansion":
      if (part.text === "$IFS") return { text: " " };
      return scope.variable(part.text.slice(1)) ?? { text: isEmpty(part.text) ? "" : part.text };
    case "ParameterExpansion":
      return foldParameter(part, scope);
    case "CommandExpansion":
    case "ProcessSubstitution":
      return part.script === undefined ? { text: part.text } : scope.output(part.script);
    default:
      return { text: part.text };
  }
}

function foldParameter(
  part: Extract<WordPart, { type: "ParameterExpansion" }>,
  scope: FoldScope,
): ShellValue {
  if (part.parameter === "IFS") return { text: " " };
  const known = scope.variable(part.parameter);
  const { operation } = part;
  if (operation === undefined) return known ?? { text: isEmpty(`$${part.parameter}`) ? "" : part.text };
  if (operation.type === "Default") {
    return known ?? foldWord(operation.operand, scope);
  }
  if (known === undefined) return { text: part.text };
  if (operation.type === "Slice") {
    const from = Number(foldWord(operation.offset, scope).text);
    const length =
      operation.length === undefined ? undefined : Number(foldWord(operation.length, scope).text);
    if (Number.isInteger(from) && from >= 0 && (length === undefined || length >= 0))
      return { ...known, text: known.text.slice(from, length === undefined ? undefined : from + length) };
  }
  if (operation.type === "Replace") {
    const pattern = foldWord(operation.pattern, scope).text;
    const by = foldWord(operation.replacement, scope).text;
    if (pattern !== "" && !/[*?[]/.test(pattern))
      return {
        ...known,
        text:
          operation.operator === "//" ? known.text.replaceAll(pattern, by) : known.text.replace(pattern, by),
      };
  }
  return known;
}

/** Positional parameters and `$@` are empty in text that is pasted into a terminal; a favourite way to split a word. */
function isEmpty(text: string): boolean {
  return text === "$@" || text === "$*" || /^\$[1-9]$/.test(text);
}
