import { once } from "../../basics/once.ts";
import { nearestWord } from "../../basics/words.ts";
import { dollarNames } from "./dollar-names.ts";
import { leadingCommands } from "./leading-commands.ts";
import { type NameLookup, nameLookup } from "./name-lookup.ts";

/** A skill that the user named in a message. */
export interface Mention {
  readonly name: string;
  readonly style: "slash" | "dollar";
  /** The text after the last command, neither split nor unquoted; empty for all others. */
  readonly args: string;
  /** Index of its `/` or `$` in the message. */
  readonly index: number;
}

/** A skill that was invoked as `/skill:name` and does not exist. */
export interface UnknownMention {
  readonly name: string;
  readonly index: number;
  /** The closest existing name. */
  readonly suggestion?: string;
}

export interface MessageMentions {
  /** One per skill, in the order of the message. */
  readonly mentions: readonly Mention[];
  readonly unknown: readonly UnknownMention[];
  /** The message without its commands, and without the backslashes that escaped a name. */
  readonly rest: string;
}

export interface MentionOptions {
  /** Whether a leading `/name` is a command. */
  readonly commands?: boolean;
  /** All names, to find those in another case or with a typo. */
  readonly names?: Iterable<string>;
}

const MAX_MENTIONS = 8;
const MAX_SCANNED = 65_536;

/** Finds the skills that a message names: `/name` and `/skill:name` at its start, `$name` anywhere outside code. */
export function findMentions(
  text: string,
  has: (name: string) => boolean,
  { commands = true, names = [] }: MentionOptions = {},
): MessageMentions {
  const all = once(() => [...names]);
  return mentionsIn(text, { lookup: nameLookup(has, all), names: all, commands });
}

/** The names to look up; can be reused for many messages. */
export interface MentionNames {
  readonly lookup: NameLookup;
  readonly names: () => readonly string[];
  readonly commands: boolean;
}

/** The same with prepared names. */
export function mentionsIn(text: string, { lookup, names, commands }: MentionNames): MessageMentions {
  const head = headOf(text);
  const leading = leadingCommands(head, lookup, commands ? MAX_MENTIONS : 0);
  const dollars = dollarNames(head, lookup, leading.end);
  const unescaped = withoutCharacters(text, leading.end, [...leading.escapes, ...dollars.escapes]);
  const rest = leading.found.length > 0 ? unescaped.trim() : unescaped;
  const last = leading.found.at(-1)?.name;
  const found: readonly Mention[] = [
    ...leading.found.map((at) => ({ ...at, style: "slash" as const, args: at.name === last ? rest : "" })),
    ...dollars.found.map((at) => ({ ...at, style: "dollar" as const, args: "" })),
  ];
  return {
    mentions: firstOfEach(found).slice(0, MAX_MENTIONS),
    unknown: leading.unknown.map((at) => withSuggestion(at, names())),
    rest,
  };
}

/** The part that is searched, cut after a whole word. */
function headOf(text: string): string {
  if (text.length <= MAX_SCANNED) return text;
  let end = MAX_SCANNED;
  while (end > 0 && !/\s/.test(text[end - 1] ?? " ")) end -= 1;
  return text.slice(0, end);
}

/** The text from `start` on without the characters at some positions, given in ascending order. */
function withoutCharacters(text: string, start: number, positions: readonly number[]): string {
  const pieces: string[] = [];
  let from = start;
  for (const position of positions) {
    pieces.push(text.slice(from, position));
    from = position + 1;
  }
  return pieces.join("") + text.slice(from);
}

function firstOfEach(mentions: readonly Mention[]): readonly Mention[] {
  const seen = new Set<string>();
  return mentions.filter(({ name }) => !seen.has(name) && seen.add(name));
}

function withSuggestion(
  at: { readonly name: string; readonly index: number },
  names: readonly string[],
): UnknownMention {
  const suggestion = nearestWord(at.name, names);
  return suggestion === undefined ? at : { ...at, suggestion };
}
