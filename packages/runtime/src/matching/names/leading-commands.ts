import type { CommandPolicy } from "../../profile.ts";
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

export interface LeadingOptions {
  readonly policy: CommandPolicy;
  /** Maximum number of commands. */
  readonly limit: number;
  /** Names that contain spaces, longest first. */
  readonly spaced: () => readonly string[];
}

/** A command: the name that was typed, the skill that has it, and where it ends. */
interface Command {
  readonly typed: string;
  readonly known: string | undefined;
  readonly end: number;
}

/**
 * Reads `/skill:name` and `/name` from the start of a message until a word is not a skill, so that a path is never one.
 */
export function leadingCommands(text: string, lookup: NameLookup, options: LeadingOptions): LeadingCommands {
  const found: NamedAt[] = [];
  const unknown: NamedAt[] = [];
  const escapes: number[] = [];
  let end = 0;
  const word = /\s*(\S+)/y;
  while (found.length < options.limit) {
    word.lastIndex = end;
    const token = word.exec(text)?.[1];
    if (token === undefined) break;
    const index = word.lastIndex - token.length;
    const slashes = /^\\*/.exec(token)?.[0].length ?? 0;
    const start = index + slashes;
    const command =
      readSpaced(text, start, lookup, options) ?? readCommand(token.slice(slashes), start, lookup, options);
    if (command === undefined) break;
    if (slashes > 0) {
      if (slashes % 2 === 1) escapes.push(start - 1);
      break;
    }
    if (command.known === undefined) {
      unknown.push({ name: command.typed, index });
      break;
    }
    found.push({ name: command.known, index });
    end = command.end;
  }
  return { found, unknown, end, escapes };
}

/** The meaning of a word as a command; undefined if it is just a word. */
function readCommand(
  word: string,
  start: number,
  lookup: NameLookup,
  { policy: { spellings, exact } }: LeadingOptions,
): Command | undefined {
  if (!word.startsWith("/") || word.length > MAX_NAME) return undefined;
  const typed = word.slice(1);
  const end = start + word.length;
  const find = (name: string) => (name.includes("/") ? undefined : lookup(name));
  const whole = spellings.includes("/name") ? find(typed) : undefined;
  const begins = (exact ? typed : typed.toLowerCase()).startsWith(PREFIX) && typed.length > PREFIX.length;
  if (!begins || !spellings.includes("/skill:name"))
    return whole === undefined ? undefined : { typed, known: whole, end };
  const name = typed.slice(PREFIX.length);
  return { typed: name, known: find(name) ?? whole, end };
}

/** A command whose name contains spaces; the longest name wins. */
function readSpaced(
  text: string,
  start: number,
  lookup: NameLookup,
  { policy: { spellings }, spaced }: LeadingOptions,
): Command | undefined {
  if (text[start] !== "/" || spaced().length === 0) return undefined;
  const lead = text.slice(start + 1, start + 1 + PREFIX.length);
  const prefixes = [
    ...(spellings.includes("/skill:name") && lead.toLowerCase() === PREFIX ? [1 + PREFIX.length] : []),
    ...(spellings.includes("/name") ? [1] : []),
  ];
  for (const length of prefixes)
    for (const name of spaced()) {
      const from = start + length;
      const end = from + name.length;
      const typed = text.slice(from, end);
      if (lookup(typed) === name && /^(?:\s|$)/.test(text.slice(end, end + 1)))
        return { typed, known: name, end };
    }
  return undefined;
}
