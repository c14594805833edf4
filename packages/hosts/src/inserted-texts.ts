import type { Injection, Message } from "@knowhow/runtime";
import { align } from "./align.ts";
import type { SkillSession } from "./skill-session.ts";

/** The host's history, without the texts of the session. */
export interface OwnHistory {
  readonly messages: readonly Message[];
  /** The texts of the session in the history, if the framework stores them itself instead of calling `weave`. */
  readonly stored?: readonly string[] | undefined;
}

/** The texts of a session, each at its place between the host's messages. */
export interface InsertedTexts {
  /**
   * Finds the places of the texts in the newest history. If the host cut or rewrote it, returns the skills to add
   * again: those that are no longer in it, including those that a tool result contained.
   */
  update(history: OwnHistory): Promise<readonly Injection[]>;
  /** Adds texts behind the newest message. */
  add(texts: readonly string[]): void;
  /** The messages with the texts between them. */
  weave<Theirs, Ours>(messages: readonly Theirs[], write: (text: string) => Ours): (Theirs | Ours)[];
}

/** A text, and the number of the host's messages before it. */
interface InsertedText {
  readonly text: string;
  readonly after: number;
}

/** Starts without texts and without a history. */
export function createInsertedTexts(session: SkillSession): InsertedTexts {
  let said: readonly InsertedText[] = [];
  let seen: readonly Message[] = [];
  return {
    update: async ({ messages, stored }) => {
      const { isExtended, placeOf } = align(seen, messages, isSame);
      const kept =
        stored === undefined ? moveTexts(said, placeOf) : said.filter(({ text }) => stored.includes(text));
      const isLost = kept.length < said.length;
      said = isLost ? [] : kept;
      seen = messages;
      const texts = stored ?? said.map(({ text }) => text);
      const history = [...messages, ...texts.map((content): Message => ({ role: "user", content }))];
      // What the session announced may be gone, too, and the next baseline contains it again.
      if (isLost) return session.compacted({ messages: history });
      return isExtended ? [] : session.recover(history);
    },
    add: (texts) => {
      said = [...said, ...texts.map((text) => ({ text, after: seen.length }))];
    },
    weave: (messages, write) => {
      const behind = (count: number) =>
        said.filter(({ after }) => after === count).map(({ text }) => write(text));
      return [...behind(0), ...messages.flatMap((message, index) => [message, ...behind(index + 1)])];
    },
  };
}

/** The texts at their new places, without those whose place is gone. */
function moveTexts(
  texts: readonly InsertedText[],
  placeOf: (gap: number) => number | undefined,
): readonly InsertedText[] {
  return texts.flatMap(({ text, after }) => {
    const place = placeOf(after);
    return place === undefined ? [] : [{ text, after: place }];
  });
}

/** True if two messages say the same. */
export function isSame(one: Message, other: Message): boolean {
  return one.role === other.role && one.content === other.content;
}
