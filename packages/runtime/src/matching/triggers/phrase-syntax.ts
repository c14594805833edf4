import { once } from "../../basics/once.ts";
import { textWords } from "./text-words.ts";
import { isFunctionWord } from "./word-weight.ts";

/** A piece of a trigger phrase as its author wrote it. */
export type PhraseNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "slot"; readonly name: string }
  | { readonly kind: "choice"; readonly options: readonly (readonly PhraseNode[])[] };

/** The parsed phrase, or why it is invalid. */
export type PhraseReading =
  | { readonly ok: true; readonly nodes: readonly PhraseNode[] }
  | { readonly ok: false; readonly reason: string };

const MAX_DEPTH = 4;
const MAX_NAME = 64;
const MAX_PLACEHOLDER_WORDS = 3;
const namePattern = once(() => /^[\p{L}\p{N}_][\p{L}\p{N}\p{M} _./'-]*$/u);
const OPENING = /[{<[(]/;
const SPECIAL = /[{<[(\\]/;

/**
 * Parses `{variable}`, `<variable>`, `[optional words]` and `(one|another)`; a backslash escapes a character. Authors
 * also write `[company]` for a variable, which looks the same: such words are optional or a variable.
 */
export function readPhrase(phrase: string): PhraseReading {
  if (!SPECIAL.test(phrase)) return { ok: true, nodes: [{ kind: "text", text: phrase }] };
  const cursor: Cursor = { text: phrase, partners: partnersOf(phrase), at: 0, problem: undefined };
  const nodes = readSequence(cursor, phrase.length, 0);
  return cursor.problem === undefined ? { ok: true, nodes } : { ok: false, reason: cursor.problem };
}

interface Cursor {
  readonly text: string;
  /** Index of the bracket that closes the group opened at an index; an unclosed bracket is punctuation. */
  readonly partners: ReadonlyMap<number, number>;
  at: number;
  problem: string | undefined;
}

function partnersOf(phrase: string): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < phrase.length; at += 1) {
    const sign = phrase[at] ?? "";
    if (sign === "\\") at += 1;
    else if (sign === "[" || sign === "(") open.push(at);
    else if (sign === "{") at = Math.max(at, phrase.indexOf("}", at));
    else if (sign === "]" || sign === ")") {
      const start = open.at(-1);
      if (start === undefined || phrase[start] !== (sign === "]" ? "[" : "(")) continue;
      partners.set(start, at);
      open.pop();
    }
  }
  return partners;
}

/** Parses up to `end`; inside a group, an alternative ends before its `|`. */
function readSequence(cursor: Cursor, end: number, depth: number): readonly PhraseNode[] {
  const nodes: PhraseNode[] = [];
  let text = "";
  let from = cursor.at;
  const take = (to: number) => {
    text += cursor.text.slice(from, to);
    from = to;
  };
  while (cursor.at < end && cursor.problem === undefined) {
    const begin = cursor.at;
    const sign = cursor.text[begin] ?? "";
    if (sign === "|" && depth > 0) break;
    const node = OPENING.test(sign) ? readNode(cursor, sign, depth) : undefined;
    if (node !== undefined) {
      take(begin);
      if (text !== "") nodes.push({ kind: "text", text });
      nodes.push(node);
      text = "";
      from = cursor.at;
    } else if (sign === "\\") {
      take(begin);
      from = begin + 1;
      cursor.at = begin + 2;
    } else cursor.at = begin + 1;
  }
  take(Math.min(cursor.at, end));
  if (text !== "") nodes.push({ kind: "text", text });
  return nodes;
}

/** The node that starts here; undefined if the character is literal. */
function readNode(cursor: Cursor, sign: string, depth: number): PhraseNode | undefined {
  if (sign === "{") return readBraces(cursor);
  if (sign === "<") return readAngles(cursor);
  const close = cursor.partners.get(cursor.at);
  return close === undefined ? undefined : readGroup(cursor, close, depth);
}

/** `{name}`, also doubled as in templates; the text after `|`, `:` or `?` describes the variable. */
function readBraces(cursor: Cursor): PhraseNode | undefined {
  const doubled = cursor.text.startsWith("{{", cursor.at);
  const start = cursor.at + (doubled ? 2 : 1);
  const end = cursor.text.indexOf(doubled ? "}}" : "}", start);
  if (end < 0) {
    cursor.problem = 'it has an unclosed "{"';
    return undefined;
  }
  const name = (/^[^|:?]*/.exec(cursor.text.slice(start, end))?.[0] ?? "").trim();
  if (!isName(name)) {
    cursor.problem = name === "" ? "a variable has no name" : "a variable has an invalid name";
    return undefined;
  }
  cursor.at = end + (doubled ? 2 : 1);
  return { kind: "slot", name };
}

function readAngles(cursor: Cursor): PhraseNode | undefined {
  const end = cursor.text.indexOf(">", cursor.at);
  const name = end < 0 ? "" : cursor.text.slice(cursor.at + 1, end).trim();
  if (!isName(name)) return undefined;
  cursor.at = end + 1;
  return { kind: "slot", name };
}

function readGroup(cursor: Cursor, close: number, depth: number): PhraseNode | undefined {
  if (depth >= MAX_DEPTH) {
    cursor.problem = `its brackets are nested more than ${MAX_DEPTH} levels deep`;
    return undefined;
  }
  const begin = cursor.at;
  const options: (readonly PhraseNode[])[] = [];
  do {
    cursor.at += 1;
    options.push(readSequence(cursor, close, depth + 1));
  } while (cursor.at < close && cursor.problem === undefined);
  const written = cursor.text.slice(begin + 1, close);
  cursor.at = close + 1;
  if (cursor.text[begin] === "(") return { kind: "choice", options };
  const isSlot = options.length === 1 && isPlaceholder(written);
  const slot: readonly PhraseNode[] = [{ kind: "slot", name: written.trim() }];
  return { kind: "choice", options: isSlot ? [...options, [], slot] : [...options, []] };
}

/** `[the]` is just optional; `[company name]` may stand for any company. */
function isPlaceholder(written: string): boolean {
  if (!isName(written.trim())) return false;
  const words = textWords(written);
  return words.length <= MAX_PLACEHOLDER_WORDS && !words.every(isFunctionWord);
}

function isName(name: string): boolean {
  return name.length <= MAX_NAME && namePattern().test(name);
}
