import { ConfigFault } from "../config-fault.ts";
import { readString } from "./read-string.ts";

const BARE = /[A-Za-z0-9_-]+/y;
const DOT = /[ \t]*\.[ \t]*/y;

/** Maximum number of parts of a key. */
const MAX_PARTS = 64;

/** A dotted key: its parts, and its end. */
export interface ReadKey {
  readonly keys: readonly string[];
  readonly end: number;
}

/** Parses `a."b c".d` at an index. */
export function readKey(text: string, at: number): ReadKey {
  const first = readPart(text, at);
  const keys = [first.value];
  let { end } = first;
  for (;;) {
    DOT.lastIndex = end;
    if (!DOT.test(text)) return { keys, end };
    if (keys.length === MAX_PARTS) throw new ConfigFault("the key has too many parts", at);
    const part = readPart(text, DOT.lastIndex);
    keys.push(part.value);
    end = part.end;
  }
}

function readPart(text: string, at: number): { value: string; end: number } {
  const isLong = text.startsWith('"""', at) || text.startsWith("'''", at);
  if (!isLong && (text[at] === '"' || text[at] === "'")) return readString(text, at);
  BARE.lastIndex = at;
  if (!BARE.test(text)) throw new ConfigFault("a key should stand here", at);
  return { value: text.slice(at, BARE.lastIndex), end: BARE.lastIndex };
}
