import { messageText } from "../../basics/message-text.ts";
import type { Message, SkillMatch, SkillMatcher, TurnInput } from "../../conversation.ts";
import type { Skill } from "../../skill.ts";
import type { Activations } from "../activations/activations.ts";
import type { LibraryView } from "../audience.ts";
import type { SessionEngine } from "../session-engine.ts";
import type { SessionOptions } from "../session-options.ts";
import { evidenceMatcher } from "./evidence-matcher.ts";
import { explicitMatcher } from "./explicit-matcher.ts";
import { writeGuidance } from "./write-guidance.ts";

/** What a message calls for, and what a person should know about how that was found. */
export interface TurnMatched {
  readonly matches: readonly SkillMatch[];
  readonly notes: readonly string[];
}

/** Asks what each message of a conversation calls for, and never twice for the same message. */
export class TurnMatches {
  readonly matcher: SkillMatcher;
  readonly #engine: SessionEngine;
  readonly #options: SessionOptions;
  readonly #activations: Activations;
  readonly #libraryView: () => LibraryView;
  #lastMessage = "";
  /** What the matcher told beside its matches in this turn. */
  #notes: readonly string[] = [];

  constructor(
    engine: SessionEngine,
    options: SessionOptions,
    activations: Activations,
    libraryView: () => LibraryView,
  ) {
    this.#engine = engine;
    this.#options = options;
    this.#activations = activations;
    this.#libraryView = libraryView;
    this.matcher = options.matcher ?? this.#defaultProvider();
  }

  async match({ messages = [], files = [] }: TurnInput): Promise<TurnMatched> {
    this.#notes = [];
    const matches = await this.matcher.match({
      message: this.#takeNew(messages),
      messages,
      files,
      skills: await this.#candidates(),
      active: this.#activations.names(),
    });
    return { matches, notes: this.#notes };
  }

  /** After the host dropped its history, the same message may come again. */
  forget(): void {
    this.#lastMessage = "";
  }

  toJSON(): { readonly lastMessage: string } {
    return { lastMessage: this.#lastMessage };
  }

  restore({ lastMessage }: { readonly lastMessage: string }): void {
    this.#lastMessage = lastMessage;
  }

  /** The person's newest message; empty when it was looked at before. */
  #takeNew(messages: readonly Message[]): string {
    const asked = messages.filter(({ role }) => role === "user");
    for (const { content } of asked) messageText(content);
    const message = asked.at(-1)?.content;
    if (message === undefined) return "";
    const key = `${asked.length}:${message}`;
    const isNew = key !== this.#lastMessage;
    this.#lastMessage = key;
    return isNew ? message : "";
  }

  /** What the matcher lists; one of the host's own cannot bring in more than takes part. */
  async #candidates(): Promise<readonly Skill[]> {
    const listed = await this.matcher.list();
    if (this.#options.matcher === undefined) return listed;
    const { audience } = this.#libraryView();
    return listed.filter(({ name }) => audience.find(name) !== undefined);
  }

  /** Names and files in play, then, where the policy allows it, what the words of a message call for. */
  #defaultProvider(): SkillMatcher {
    const { commands, ports, profile } = this.#engine;
    const { modeOf } = this.#engine;
    const asked = this.#options.matching;
    const policy = {
      ...profile.matching,
      get mode() {
        return modeOf(asked);
      },
    };
    const root = ports.environment.cwd;
    const explicit = explicitMatcher(() => this.#libraryView().audience.everyone(), { commands, root });
    return evidenceMatcher(explicit, {
      policy,
      match: async (question) => {
        const answer = await this.#engine.match(this.#libraryView().library, question);
        this.#notes = answer.notes;
        return answer;
      },
      recent: () => this.#activations.used(),
      mayLoad: (name) => this.#libraryView().audience.forModel(name) !== undefined,
      guidance: async (skill) =>
        writeGuidance(skill, (await this.#activations.body(skill)).text, this.#engine),
    });
  }
}
