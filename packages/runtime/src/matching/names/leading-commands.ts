import type { NameLookup } from "./name-lookup.ts";

/** A skill that a text names, and its position. */
export interface NamedAt {
  readonly name: string;
  readonly index: number;
}

export interface LeadingCommands {
  readonly found: readonly NamedAt[];
  /** Names in `/skill:name` that no skill has. */
  readonly unknown: readonly NamedAt[];
  /** Index of the first word after the commands; 0 if there are none. */
  readonly end: number;
  /** Backslashes that escaped a name and are not part of the message. */
  readonly escapes: readonly number[];
}

const PREFIX = "skill:";
const MAX_NAME = 256;

/**
 * Reads `/skill:name` and `/name` from the start of a message until a word is not a skill, so that a path is never one.
 */
export function leadingCommands(text: string, lookup: NameLookup, limit: number): LeadingCommands {
  const found: NamedAt[] = [];
  const unknown: NamedAt[] = [];
  const escapes: number[] = [];
  let end = 0;
  const word = /\s*(\S+)/y;
  while (found.length < limit) {
    word.lastIndex = end;
    const token = word.exec(text)?.[1];
    if (token === undefined) break;
    const index = word.lastIndex - token.length;
    const slashes = /^\\*/.exec(token)?.[0].length ?? 0;
    const command = readCommand(token.slice(slashes), lookup);
    if (command === undefined) break;
    if (slashes > 0) {
      if (slashes % 2 === 1) escapes.push(index + slashes - 1);
      break;
    }
    if (command.known === undefined) {
      unknown.push({ name: command.typed, index });
      break;
    }
    found.push({ name: command.known, index });
    end = word.lastIndex;
  }
  return { found, unknown, end, escapes };
}

/** The meaning of a word as a command; undefined if it is just a word. */
function readCommand(word: string, lookup: NameLookup) {
  if (!word.startsWith("/") || word.length > MAX_NAME) return undefined;
  const typed = word.slice(1);
  const whole = typed.includes("/") ? undefined : lookup(typed);
  if (!typed.toLowerCase().startsWith(PREFIX) || typed.length === PREFIX.length) {
    return whole === undefined ? undefined : { typed, known: whole };
  }
  const name = typed.slice(PREFIX.length);
  return { typed: name, known: (name.includes("/") ? undefined : lookup(name)) ?? whole };
}
