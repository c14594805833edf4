import type { Injection, Message, Turn, TurnRun } from "@knowhow/runtime";
import { createInsertedTexts, type OwnHistory } from "./inserted-texts.ts";
import type { SkillSession } from "./skill-session.ts";

/** What a host is told about workflows. */
export interface RunOptions {
  /** Called when a message of the user asks for a workflow: it was offered to the model, or the session ran it. */
  readonly onRun?: ((run: TurnRun) => void) | undefined;
}

/** What an adapter knows before a model call. */
export interface ThreadInput<Theirs> extends Pick<OwnHistory, "stored"> {
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
  const texts = createInsertedTexts(session);
  const ours = new Set<string>();
  return {
    next: async ({ messages, read, tools, stored }) => {
      const own = messages
        .map((message) => ({ message, plain: read(message) }))
        .filter(({ plain }) => !(plain.role === "user" && ours.has(plain.content)));
      const plain = own.map((item) => item.plain);
      const again = await texts.update({ messages: plain, stored });
      const turn = await session.turn({ messages: plain, availableTools: tools });
      if (turn.run !== undefined) onRun?.(turn.run);
      const fresh = newTexts(turn, again);
      for (const text of fresh) ours.add(text);
      texts.add(fresh);
      const theirs = own.map(({ message }) => message);
      return { turn, fresh, weave: (write) => texts.weave(theirs, write) };
    },
  };
}

/** The texts of a turn in their order: changed skills, what is given again, then what the message brought. */
export function newTexts({ delta, inject }: Turn, again: readonly Injection[] = []): readonly string[] {
  return [...(delta === undefined ? [] : [delta]), ...[...again, ...inject].map(({ text }) => text)];
}
