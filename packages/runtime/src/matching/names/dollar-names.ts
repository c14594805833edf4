import { codeRanges } from "./code-ranges.ts";
import type { NamedAt } from "./leading-commands.ts";
import type { NameLookup } from "./name-lookup.ts";

export interface DollarNames {
  readonly found: readonly NamedAt[];
  /** Backslashes that escaped a name and are not part of the message. */
  readonly escapes: readonly number[];
}

/** Shell variables that occur in messages; a name in capitals is always one. */
const SHELL_VARIABLES = new Set(
  "path home user shell pwd oldpwd tmpdir temp tmp lang term ifs uid env args argv input null true false".split(
    " ",
  ),
);

const NAME = /^[\p{L}\p{M}\p{N}_.:-]+/u;
const MAX_NAME = 256;
const WORD = /[\p{L}\p{M}\p{N}_]/u;
/** Scripts without spaces, in which a name may touch the words around it. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Finds `$name` from `start` on, outside code, unless it is a variable, price or path. */
export function dollarNames(text: string, lookup: NameLookup, start: number): DollarNames {
  const found: NamedAt[] = [];
  const escapes: number[] = [];
  const code = codeRanges(text);
  const known = new Map<string, string | undefined>();
  const find: NameLookup = (typed) => {
    if (!known.has(typed)) known.set(typed, resolve(typed, lookup));
    return known.get(typed);
  };
  let range = 0;
  for (let at = text.indexOf("$", start); at >= 0; at = text.indexOf("$", at + 1)) {
    while ((code[range]?.end ?? text.length) <= at) range += 1;
    if ((code[range]?.start ?? text.length) <= at) continue;
    let slashes = 0;
    while (text[at - slashes - 1] === "\\") slashes += 1;
    if (!mayBegin(characterBefore(text, at - slashes), slashes)) continue;
    const name = readName(text, at + 1, find);
    if (name === undefined) continue;
    if (slashes % 2 === 1) escapes.push(at - 1);
    else found.push({ name, index: at });
  }
  return { found, escapes };
}

/** False inside a word, an assignment, a path or another variable. */
function mayBegin(before: string, slashes: number): boolean {
  if (slashes > 0 && before === ":") return false;
  return !"$/{=".includes(before || " ") && (!WORD.test(before) || UNSPACED.test(before));
}

function readName(text: string, at: number, find: NameLookup): string | undefined {
  const run = NAME.exec(text.slice(at, at + MAX_NAME))?.[0];
  if (run === undefined || run.length === MAX_NAME) return undefined;
  const known = isExpression(run, text[at + run.length]) ? undefined : (find(run) ?? find(withoutStops(run)));
  const unspaced = run.search(UNSPACED);
  if (known !== undefined || unspaced <= 0) return known;
  return find(withoutStops(run.slice(0, unspaced)));
}

/** True for a path below a variable, an assignment, a call, an index, a member. */
function isExpression(run: string, next = " "): boolean {
  return "/\\=([{$".includes(next) || (next === ">" && run.endsWith("-"));
}

function resolve(typed: string, lookup: NameLookup): string | undefined {
  const isVariable = /^[\p{Lu}\p{N}_]*$/u.test(typed) || /^[\d.:-]+$/.test(typed);
  return isVariable || SHELL_VARIABLES.has(typed.toLowerCase()) ? undefined : lookup(typed);
}

/** Removes punctuation at the ends. */
function withoutStops(run: string): string {
  let end = run.length;
  while (end > 0 && ".:-".includes(run[end - 1] ?? " ")) end -= 1;
  return run.slice(0, end);
}

function characterBefore(text: string, at: number): string {
  return Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? "";
}
