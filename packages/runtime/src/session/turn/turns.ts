import { messageText } from "../../basics/message-text.ts";
import type { Injection, Message, SkillMatch, TurnInput, TurnRun } from "../../conversation.ts";
import { estimateTokens } from "../../format/estimate-tokens.ts";
import { fence, oneLine } from "../../injection/escape-text.ts";
import type { UnknownMention } from "../../matching/names/mentions.ts";
import type { MatchingPolicy } from "../../profile.ts";
import type { Skill } from "../../skill.ts";
import type { Activations } from "../activations/activations.ts";
import type { LibraryView } from "../audience.ts";
import type { SessionRuns } from "../runs/session-runs.ts";
import type { SessionEngine } from "../session-engine.ts";
import { injectBudget, type SessionOptions } from "../session-options.ts";
import { type Actions, actOnMatches } from "./act-on-matches.ts";
import { matchTurn, type TurnMatches } from "./match-turn.ts";
import { writeGuidance } from "./write-guidance.ts";

/** The matches of a message, and what was done about them. */
export interface TakenTurn extends Actions {
  readonly matches: readonly SkillMatch[];
  /** The workflow that the message asks for. */
  readonly run?: TurnRun;
}

/** Maximum time that a turn waits for an embedder that is reading new skills. */
const TIMEOUT_MS = 2_000;

/** The turns of one conversation: matches each new message once and acts on the result. */
export class Turns {
  readonly #engine: SessionEngine;
  readonly #options: SessionOptions;
  readonly #activations: Activations;
  readonly #runs: SessionRuns;
  readonly #libraryView: () => LibraryView;
  #lastMessage = "";

  constructor(
    engine: SessionEngine,
    options: SessionOptions,
    activations: Activations,
    runs: SessionRuns,
    libraryView: () => LibraryView,
  ) {
    this.#engine = engine;
    this.#options = options;
    this.#activations = activations;
    this.#runs = runs;
    this.#libraryView = libraryView;
  }

  /** Loads and suggests the skills that match the newest message and its files. */
  async take(input: TurnInput, turn: number): Promise<TakenTurn> {
    const message = this.#takeNew(input.messages ?? []);
    const { scopeEnds = "next-user-skill" } = this.#options;
    if (message !== "" && scopeEnds === "turn") this.#activations.endScopes();
    const { audience } = this.#libraryView();
    const { matches: matched, notes: found, unknown } = await this.#match(input, message);
    const { run, matches, ...taken } = await this.#runs.take(matched, (name) => audience.find(name), input);
    const prompts = run === undefined ? matches : matches.filter(({ name }) => name !== run.skill);
    const { inject, notes } = await actOnMatches(prompts, {
      engine: this.#engine,
      audience,
      activations: this.#activations,
      enrich: (match, skill, body) => this.#enrich(match, skill, body),
      budget: injectBudget(this.#options),
      turn,
    });
    const started = this.#started(message, matches);
    if (started.length > 0 && scopeEnds === "next-user-skill") this.#activations.endScopes(started);
    const notices = unknown.map((mention) => this.#noSkill(mention));
    return {
      matches,
      ...(run === undefined ? {} : { run }),
      inject: [...notices, ...taken.inject, ...inject],
      notes: [...found, ...taken.notes, ...notes],
    };
  }

  /** After the host discarded its history, the same message may come again, unless it is still the last one. */
  forget(messages: readonly Message[]): void {
    const last = lastAsked(messages)?.content;
    const processed = this.#lastMessage.slice(this.#lastMessage.indexOf(":") + 1);
    this.#lastMessage = last !== undefined && last === processed ? keyOf(last) : "";
  }

  toJSON(): { readonly lastMessage: string } {
    return { lastMessage: this.#lastMessage };
  }

  restore({ lastMessage }: { readonly lastMessage: string }): void {
    this.#lastMessage = lastMessage;
  }

  /** Tells the model that the user invoked a skill that does not exist. */
  #noSkill({ name, suggestion }: UnknownMention): Injection {
    const near = suggestion === undefined ? undefined : this.#libraryView().audience.forModel(suggestion);
    const meant = near === undefined ? "" : ` The closest name is "${oneLine(near.name)}".`;
    const typed = fence(oneLine(name).slice(0, 80));
    const text = `The user invoked the skill "${typed}", but no skill of this name is available.${meant}`;
    const count = this.#engine.ports.tokenizer ?? estimateTokens;
    return { kind: "notice", text, tokens: count(text), reason: "no skill of this name is available" };
  }

  /**
   * The skills that the user started with this message. A name in the middle of a message does not count, because it
   * may be part of a pasted text.
   */
  #started(message: string, matches: readonly SkillMatch[]): readonly string[] {
    if (this.#options.matcher === undefined && !/^\s*[/$]/.test(message)) return [];
    return matches
      .filter(({ decision, loadReason }) => decision === "load" && loadReason === "on_demand")
      .map(({ name }) => name)
      .filter((name) => this.#activations.has(name));
  }

  #match({ messages = [], files = [] }: TurnInput, message: string): Promise<TurnMatches> {
    const { library, audience } = this.#libraryView();
    const { commands, ports, profile } = this.#engine;
    return matchTurn(
      {
        message,
        messages,
        files,
        recent: this.#activations.used(),
        isCandidate: (name) => audience.forModel(name) !== undefined,
        timeoutMs: TIMEOUT_MS,
      },
      {
        skills: audience.everyone(),
        find: (name) => audience.find(name),
        withheld: (name) => audience.unusable(name),
        active: this.#activations.names(),
        commands,
        automatic: profile.matching.automatic,
        root: ports.environment.cwd,
        weigh: (query) => this.#engine.match(library, query),
        matcher: this.#options.matcher,
      },
      this.#policy(),
    );
  }

  /** Computed for each turn, because a reload of the configuration may allow less. */
  #policy(): MatchingPolicy {
    const { profile, modeOf } = this.#engine;
    return { ...profile.matching, mode: modeOf(this.#options.matching) };
  }

  /** The user's newest message; empty if it was already processed. */
  #takeNew(messages: readonly Message[]): string {
    const last = lastAsked(messages);
    if (last === undefined) return "";
    const { content, count } = last;
    const isNew = ![keyOf(content, count), keyOf(content)].includes(this.#lastMessage);
    this.#lastMessage = keyOf(content, count);
    return isNew ? content : "";
  }

  /**
   * Text instead of the body: the host's own or, in mode `eager`, the guidance of a skill that the user did not name.
   */
  async #enrich(match: SkillMatch, skill: Skill, body: string): Promise<string | undefined> {
    const { matcher } = this.#options;
    if (matcher !== undefined) return matcher.enrich?.(match, skill);
    if (this.#policy().mode !== "eager" || match.loadReason !== "auto_suggested") return undefined;
    return writeGuidance(skill, body, this.#engine, match.variables?.variant);
  }
}

/** The user's newest message, and the number of all of them. */
function lastAsked(
  messages: readonly Message[],
): { readonly content: string; readonly count: number } | undefined {
  const asked = messages.filter(({ role }) => role === "user").map(({ content }) => messageText(content));
  const content = asked.at(-1);
  return content === undefined ? undefined : { content, count: asked.length };
}

/** A user message and its number; without a number, the message as it was processed before a compaction. */
function keyOf(content: string, count?: number): string {
  return `${count ?? "*"}:${content}`;
}
