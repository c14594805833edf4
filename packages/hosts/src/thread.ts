import type { Message, Turn, TurnRun } from "@knowhow/runtime";
import type { SkillSession } from "./skill-session.ts";

/** What a host is told about workflows. */
export interface RunOptions {
  /** Called when a message of the user asks for a workflow: it was offered to the model, or the session ran it. */
  readonly onRun?: ((run: TurnRun) => void) | undefined;
}

/** What an adapter knows before a model call. */
export interface ThreadInput<Theirs> {
  readonly messages: readonly Theirs[];
  /** Converts a message of the host. */
  readonly read: (message: Theirs) => Message;
  /** Names of the host's own tools. */
  readonly tools: readonly string[];
  /** The texts of the session in the history, if the framework stores them itself instead of calling `weave`. */
  readonly stored?: readonly string[] | undefined;
}

/** One model call. */
export interface Step<Theirs> {
  readonly turn: Turn;
  /** Texts that are new in this step. */
  readonly fresh: readonly string[];
  /** The host's messages with all texts of the session inserted at their positions. */
  weave<Ours>(write: (text: string) => Ours): (Theirs | Ours)[];
}

/** The messages of one conversation, as seen before every model call. */
export interface Thread {
  next<Theirs>(input: ThreadInput<Theirs>): Promise<Step<Theirs>>;
}

/**
 * Gives each text of the session once and keeps it at its position, whether or not the framework stores it, so that the
 * messages before it do not change. What the host dropped from its history is given again.
 */
export function createThread(session: SkillSession, { onRun }: RunOptions = {}): Thread {
  const { texts } = session;
  return {
    next: async ({ messages, read, tools, stored }) => {
      const own = messages
        .map((message) => ({ message, plain: read(message) }))
        .filter(({ plain }) => !(plain.role === "user" && texts.has(plain.content)));
      const plain = own.map((item) => item.plain);
      const again = await texts.update(plain, { stored });
      const turn = await session.turn({ messages: plain, availableTools: tools });
      if (turn.run !== undefined) onRun?.(turn.run);
      const fresh = [...again, ...texts.add(turn)];
      const theirs = own.map(({ message }) => message);
      return { turn, fresh, weave: (write) => texts.weave(theirs, write) };
    },
  };
}
