/** The words of a simple command, or the reason why the text is not one. */
export type ParsedCommand =
  | { readonly argv: readonly string[]; readonly reason?: undefined }
  | { readonly argv?: undefined; readonly reason: string };

const MAX_LENGTH = 16_384;

const REFUSED: ReadonlyMap<string, string> = new Map([
  [";", "it has a `;`"],
  ["&", "it has a `&`"],
  ["|", "it has a `|`"],
  ["<", "it has a redirection or a process substitution"],
  [">", "it has a redirection or a process substitution"],
  ["(", "it has a subshell or a substitution"],
  [")", "it has a subshell or a substitution"],
  ["`", "it has a command substitution"],
  ["$", "it has an expansion; single-quote a literal `$`"],
  ["*", "it has a file name pattern; quote it to use it literally"],
  ["?", "it has a file name pattern; quote it to use it literally"],
  ["[", "it has a file name pattern; quote it to use it literally"],
  ["]", "it has a file name pattern; quote it to use it literally"],
  ["{", "it has a brace, which can expand; quote it to use it literally"],
  ["}", "it has a brace, which can expand; quote it to use it literally"],
  ["!", "it has a `!`, which can expand; single-quote it to use it literally"],
  ["\\", "it has a backslash outside quotes"],
]);

const KEYWORDS: ReadonlySet<string> = new Set(
  "if then else elif fi for while until do done case esac in function select time coproc".split(" "),
);

/**
 * Parses a POSIX shell text as the argv of one simple command that means the same in sh, bash and zsh. Everything that
 * a shell would expand, split, redirect or run in addition is rejected, in one pass over the text.
 */
export function parseCommand(text: string): ParsedCommand {
  if (text.length > MAX_LENGTH) return { reason: `it is longer than ${MAX_LENGTH} characters` };
  if (/\p{C}|\p{Zl}|\p{Zp}/u.test(text))
    return { reason: "it has a line break, a control or an invisible character" };
  if (hasLookalike(text)) return { reason: "it has a character that looks like a shell operator" };
  const argv: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === " ") {
      at += 1;
      continue;
    }
    const word = readWord(text, at);
    if (typeof word === "string") return { reason: word };
    const raw = text.slice(at, word.end);
    if (argv.length === 0) {
      const reason = problemOfProgram(raw, word.value);
      if (reason !== undefined) return { reason };
    }
    argv.push(word.value);
    at = word.end;
  }
  return argv.length === 0 ? { reason: "it is empty" } : { argv };
}

interface Word {
  readonly value: string;
  readonly end: number;
}

/** The word that starts here, or the reason why it is not a plain one. */
function readWord(text: string, start: number): Word | string {
  let value = "";
  let at = start;
  while (at < text.length && text[at] !== " ") {
    const character = text[at] ?? "";
    const quoted =
      character === "'" ? singleQuoted(text, at) : character === '"' ? doubleQuoted(text, at) : undefined;
    if (typeof quoted === "string") return quoted;
    const problem = quoted === undefined ? problemOf(character, value) : undefined;
    if (problem !== undefined) return problem;
    value += quoted?.value ?? character;
    at = quoted?.end ?? at + 1;
  }
  return { value, end: at };
}

/** `value` is the word so far; in some shells a word that starts with `''` has not started yet. */
function problemOf(character: string, value: string): string | undefined {
  if (character === "#" && value === "") return "it has a comment";
  if (character === "=" && value === "") return "a word starts with `=`, which some shells expand";
  if (character === "~" && /^$|[=:]$/.test(value)) return "it has a `~`, which expands";
  return REFUSED.get(character);
}

function singleQuoted(text: string, start: number): Word | string {
  const close = text.indexOf("'", start + 1);
  return close < 0 ? "it has an unclosed quote" : { value: text.slice(start + 1, close), end: close + 1 };
}

/** Between double quotes only `\"` and `\\` are accepted, because `$` and backticks expand there. */
function doubleQuoted(text: string, start: number): Word | string {
  let value = "";
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? "";
    const next = text[at + 1] ?? "";
    if (character === '"') return { value, end: at + 1 };
    if (character === "$" || character === "`") return REFUSED.get(character) ?? "it has an expansion";
    if (character === "!" && next !== '"' && next !== " ") return "it has a `!`, which can expand";
    if (character === "\\" && (next === '"' || next === "\\")) {
      value += next;
      at += 1;
    } else {
      value += character;
    }
  }
  return "it has an unclosed quote";
}

/** The program must be written plainly, so that a user who reads the command sees what runs. */
function problemOfProgram(raw: string, value: string): string | undefined {
  if (raw !== value) return "the program's name is quoted";
  if (/^[A-Za-z_]\w*\+?=/.test(raw)) return "it sets a variable for the program";
  return KEYWORDS.has(raw) ? `\`${raw}\` is a reserved word of the shell` : undefined;
}

/** True if compatibility normalization turns a non-ASCII character into a shell metacharacter. */
function hasLookalike(text: string): boolean {
  const foreign = text.match(/[^\x20-\x7e]/gu) ?? [];
  return foreign.some((character) => /[\s;&|<>()$`"'\\*?[\]{}~#!=-]/.test(character.normalize("NFKC")));
}
