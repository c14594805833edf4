import type { Message, Turn } from "@knowhow/runtime";
import type { SkillSession } from "./skill-session.ts";

/** What an adapter knows before a model call. */
export interface ThreadInput<Theirs> {
  readonly messages: readonly Theirs[];
  /** Converts a message of the host. */
  readonly read: (message: Theirs) => Message;
  /** Names of the host's own tools. */
  readonly tools: readonly string[];
}

/** One model call. */
export interface Step<Theirs> {
  readonly turn: Turn;
  /** Texts that are new in this step. */
  readonly fresh: readonly string[];
  /**
   * True if the history was cut or rewritten: earlier texts are gone, and `fresh` contains everything that must be
   * added again.
   */
  readonly rewritten: boolean;
  /** The host's messages with all texts of the session inserted at their positions. */
  weave<Ours>(write: (text: string) => Ours): (Theirs | Ours)[];
}

/** The messages of one conversation, as seen before every model call. */
export interface Thread {
  next<Theirs>(input: ThreadInput<Theirs>): Promise<Step<Theirs>>;
}

/** A text, and the message that it follows. */
interface InsertedText {
  readonly text: string;
  readonly after: number;
  readonly before: string;
}

/**
 * Gives each text of the session once and keeps it at its position, whether or not the framework stores it, so that the
 * messages before it do not change. A history that was cut or rewritten counts as compacted.
 */
export function createThread(session: SkillSession): Thread {
  let said: readonly InsertedText[] = [];
  let seen = 0;
  return {
    next: async ({ messages, read, tools }) => {
      const ours = new Set(said.map(({ text }) => text));
      const own = messages
        .map((message) => ({ message, plain: read(message) }))
        .filter(({ plain }) => !(plain.role === "user" && ours.has(plain.content)));
      const plain = own.map((item) => item.plain);
      const inPlace = said.filter(({ after, before }) => keyOf(plain[after - 1]) === before);
      const rewritten = own.length < seen || inPlace.length < said.length;
      const again = rewritten ? await session.compacted() : [];
      const turn = await session.turn({ messages: plain, availableTools: tools });
      const delta = turn.delta === undefined ? [] : [turn.delta];
      const fresh = [...delta, ...[...again, ...turn.inject].map(({ text }) => text)];
      const place = { after: own.length, before: keyOf(plain.at(-1)) };
      const all = [...(rewritten ? [] : said), ...fresh.map((text) => ({ text, ...place }))];
      said = all;
      seen = own.length;
      return {
        turn,
        fresh,
        rewritten,
        weave: (write) => {
          const behind = (count: number) =>
            all.filter(({ after }) => after === count).map(({ text }) => write(text));
          return [...behind(0), ...own.flatMap(({ message }, index) => [message, ...behind(index + 1)])];
        },
      };
    },
  };
}

function keyOf(message: Message | undefined): string {
  return message === undefined ? "" : `${message.role}:${message.content}`;
}
