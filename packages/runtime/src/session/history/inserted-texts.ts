import { checkArgument, checkOptions } from "../../basics/check-options.ts";
import * as kinds from "../../basics/kinds.ts";
import { messagesKind } from "../../basics/message-kinds.ts";
import type { Injection, Message, Turn } from "../../conversation.ts";
import type { Hash } from "../../ports.ts";
import type { InsertedText, SessionState } from "../session-state.ts";
import { align } from "./align.ts";

/**
 * The texts of a session between the messages of a host that does not keep them in its own history. They are part of
 * the session's JSON, so another process inserts the same texts at the same places.
 */
export interface InsertedTexts {
  /**
   * Call it before each turn, with the whole history of the host. Finds the places of the texts in it. If the host cut
   * or rewrote the history, active skills that are no longer in it are added again, and their texts returned.
   */
  update(
    messages: readonly Message[],
    options?: {
      /** The session's texts in the history, if the framework stores them itself instead of calling `weave`. */
      readonly stored?: readonly string[] | undefined;
    },
  ): Promise<readonly string[]>;
  /** Adds the new texts of a turn behind the newest message, and returns them. */
  add(turn: Pick<Turn, "delta" | "inject">): readonly string[];
  /** True for a text that was inserted. */
  has(text: string): boolean;
  /** The host's messages with the texts between them. */
  weave<Theirs, Ours>(messages: readonly Theirs[], write: (text: string) => Ours): (Theirs | Ours)[];
}

/** What the session does when the host has dropped something from its history. */
interface HistoryEngine {
  readonly hash: Hash;
  compacted(options: { readonly messages: readonly Message[] }): Promise<readonly Injection[]>;
  recover(messages: readonly Message[]): Promise<readonly Injection[]>;
}

/** The texts of one conversation. A text belongs to the messages around it, which are recognised by their content. */
export class SessionTexts implements InsertedTexts {
  readonly #engine: HistoryEngine;
  /** Keys of the host's messages at the last update; undefined if a restored state does not tell. */
  #seen: readonly string[] | undefined = [];
  #texts: readonly InsertedText[] = [];
  /** The number of texts that the framework stores; undefined if it does not. */
  #stored: number | undefined;
  readonly #ours = new Set<string>();

  constructor(engine: HistoryEngine) {
    this.#engine = engine;
  }

  async update(
    messages: readonly Message[],
    options: { readonly stored?: readonly string[] | undefined } = {},
  ): Promise<readonly string[]> {
    checkArgument("texts.update", "messages", messages, messagesKind);
    checkOptions("texts.update", options, { stored: kinds.texts });
    const { stored } = options;
    const keys = messages.map((message) => this.#keyOf(message));
    const { isExtended, placeOf } = align(this.#seen ?? [], keys);
    const kept = stored === undefined ? moveTexts(this.#texts, placeOf) : [];
    const isLost = kept.length < this.#texts.length || (stored ?? []).length < (this.#stored ?? 0);
    const isKnown = isExtended && this.#seen !== undefined;
    // Announcements are part of the next baseline, and would contradict it if it is newer.
    this.#texts = isLost ? kept.filter(({ announces }) => announces !== true) : kept;
    this.#seen = keys;
    this.#stored = stored?.length;
    if (isKnown && !isLost) return [];
    const texts = stored ?? this.#texts.map(({ text }) => text);
    // The user's newest message stays the last one.
    const history = [...texts.map((content): Message => ({ role: "user", content })), ...messages];
    const again = await (isLost
      ? this.#engine.compacted({ messages: history })
      : this.#engine.recover(history));
    return this.add({ inject: again });
  }

  add({ delta, inject }: Pick<Turn, "delta" | "inject">): readonly string[] {
    const after = this.#seen?.length ?? 0;
    const announced = delta === undefined ? [] : [{ text: delta, after, announces: true }];
    const fresh: readonly InsertedText[] = [...announced, ...inject.map(({ text }) => ({ text, after }))];
    for (const { text } of fresh) this.#ours.add(text);
    if (this.#stored === undefined) this.#texts = [...this.#texts, ...fresh];
    else this.#stored += fresh.length;
    return fresh.map(({ text }) => text);
  }

  has(text: string): boolean {
    return this.#ours.has(text);
  }

  weave<Theirs, Ours>(messages: readonly Theirs[], write: (text: string) => Ours): (Theirs | Ours)[] {
    const written = new Map<number, Ours[]>();
    for (const { text, after } of this.#texts)
      written.set(after, [...(written.get(after) ?? []), write(text)]);
    const behind = (count: number) => written.get(count) ?? [];
    return [...behind(0), ...messages.flatMap((message, index) => [message, ...behind(index + 1)])];
  }

  toJSON(): Pick<SessionState, "inserted"> {
    const [messages, texts] = [this.#seen, this.#texts];
    if (messages === undefined || messages.length + texts.length === 0) return {};
    return {
      inserted: { messages, texts, ...(this.#stored === undefined ? {} : { stored: this.#stored }) },
    };
  }

  restore({ inserted }: Pick<SessionState, "inserted">): void {
    this.#seen = inserted?.messages;
    this.#texts = inserted?.texts ?? [];
    this.#stored = inserted?.stored;
    for (const { text } of this.#texts) this.#ours.add(text);
  }

  /** Messages with the same key say the same. */
  #keyOf({ role, content }: Message): string {
    return this.#engine.hash.sha256(`${role}:${content}`).slice(0, 16);
  }
}

/** The texts at their new places, without those whose place is gone. */
function moveTexts(
  texts: readonly InsertedText[],
  placeOf: (gap: number) => number | undefined,
): readonly InsertedText[] {
  return texts.flatMap((text) => {
    const after = placeOf(text.after);
    return after === undefined ? [] : [{ ...text, after }];
  });
}
