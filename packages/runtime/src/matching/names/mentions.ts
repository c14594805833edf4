import { once } from "../../basics/once.ts";
import { nearestWord } from "../../basics/words.ts";
import { COMMAND_SPELLINGS, type CommandPolicy } from "../../profile.ts";
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
  /** Default every spelling, in any case. */
  readonly policy?: CommandPolicy;
  /** All names, to find those in another case or with a typo. */
  readonly names?: Iterable<string>;
}

const MAX_MENTIONS = 8;
const MAX_SCANNED = 65_536;

const EVERY_SPELLING: CommandPolicy = { spellings: COMMAND_SPELLINGS, exact: false };

/** Finds the skills that a message names: `/name` and `/skill:name` at its start, `$name` anywhere outside code. */
export function findMentions(
  text: string,
  has: (name: string) => boolean,
  { policy = EVERY_SPELLING, names = [] }: MentionOptions = {},
): MessageMentions {
  const all = once(() => [...names]);
  return mentionsIn(text, mentionNames(has, all), policy);
}

/** The names to look up; can be reused for many messages. */
export interface MentionNames {
  /** Compares exactly. */
  readonly exact: NameLookup;
  /** Compares in any case. */
  readonly folded: NameLookup;
  readonly names: () => readonly string[];
  /** Names that contain spaces, longest first. */
  readonly spaced: () => readonly string[];
}

/** Prepares names for `mentionsIn`. */
export function mentionNames(has: (name: string) => boolean, names: () => readonly string[]): MentionNames {
  return {
    exact: (typed) => (has(typed) ? typed : undefined),
    folded: nameLookup(has, names),
    names,
    spaced: once(() =>
      names()
        .filter((name) => /\s/.test(name))
        .toSorted((a, b) => b.length - a.length),
    ),
  };
}

const NOTHING = { found: [], unknown: [], end: 0, escapes: [] } as const;

/** The same with prepared names. */
export function mentionsIn(
  text: string,
  { exact, folded, names, spaced }: MentionNames,
  policy: CommandPolicy,
): MessageMentions {
  const head = headOf(text);
  const lookup = policy.exact ? exact : folded;
  const leading = leadingCommands(head, lookup, { policy, limit: MAX_MENTIONS, spaced });
  const dollars = policy.spellings.includes("$name") ? dollarNames(head, lookup, leading.end) : NOTHING;
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
