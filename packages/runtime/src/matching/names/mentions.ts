import { once } from "../../basics/once.ts";
import { nearestWord } from "../../basics/words.ts";
import { dollarNames } from "./dollar-names.ts";
import { leadingCommands } from "./leading-commands.ts";
import { type NameLookup, nameLookup } from "./name-lookup.ts";

/** A skill that a person named in a message. */
export interface Mention {
  readonly name: string;
  readonly style: "slash" | "dollar";
  /** What was written behind the last command, neither split nor unquoted; empty for all others. */
  readonly args: string;
  /** Where its `/` or `$` stands in the message. */
  readonly index: number;
}

/** A skill that was asked for by `/skill:name` and does not exist. */
export interface UnknownMention {
  readonly name: string;
  readonly index: number;
  /** The nearest name there is. */
  readonly suggestion?: string;
}

export interface MessageMentions {
  /** One per skill, in the order of the message. */
  readonly mentions: readonly Mention[];
  readonly unknown: readonly UnknownMention[];
  /** The message without its commands, and without the backslashes that kept a name from being one. */
  readonly rest: string;
}

export interface MentionOptions {
  /** False: a leading `/name` is text like any other. */
  readonly commands?: boolean;
  /** All names, for those that are written in another case or mistyped. */
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

/** What names are looked up in; it can be kept for many messages. */
export interface MentionNames {
  readonly lookup: NameLookup;
  readonly names: () => readonly string[];
  readonly commands: boolean;
}

/** The same with names that are prepared already. */
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

/** The part that is looked at, cut behind a whole word. */
function headOf(text: string): string {
  if (text.length <= MAX_SCANNED) return text;
  let end = MAX_SCANNED;
  while (end > 0 && !/\s/.test(text[end - 1] ?? " ")) end -= 1;
  return text.slice(0, end);
}

/** The text from `start` on without some characters, whose positions come in order. */
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
