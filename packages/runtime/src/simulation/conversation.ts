import type { Injection, Message, ToolResult } from "../conversation.ts";
import type { ToolDecision } from "../execution/tool-scope/tool-scope.ts";
import { estimateTokens } from "../format/estimate-tokens.ts";
import type { Session } from "../session/session.ts";
import type { PlayedTurn } from "./played.ts";
import type { ScriptAction } from "./script.ts";

/** A session with the message history of its host, and the latest results. */
export class Conversation {
  readonly session: Session;
  readonly #plain: (text: string) => string;
  #messages: readonly Message[] = [];
  #tools: readonly string[] | undefined;
  /** The baselines of the latest turn and of the previous one. */
  baseline: string | undefined;
  baselineBefore: string | undefined;
  delta: string | undefined;
  /** What the latest turn or compaction injected. */
  inject: readonly Injection[] | undefined;
  /** The latest text: the result of a call, or what was injected. */
  text: string | undefined;
  isError: boolean | undefined;
  verdict: ToolDecision["verdict"] | undefined;

  constructor(session: Session, plain: (text: string) => string) {
    this.session = session;
    this.#plain = plain;
  }

  /** Names of the skills that are loaded. */
  active(): readonly string[] {
    return this.session.toJSON().activations.map(({ name }) => name);
  }

  async user({ text, files, tools }: Extract<ScriptAction, { step: "user" }>): Promise<PlayedTurn> {
    this.#say("user", text);
    this.#tools = tools ?? this.#tools;
    const turn = await this.session.turn({
      messages: this.#messages,
      files,
      ...(this.#tools === undefined ? {} : { availableTools: this.#tools }),
    });
    const baseline = this.#plain(turn.baseline);
    this.baselineBefore = this.baseline;
    this.baseline = baseline;
    this.delta = turn.delta === undefined ? undefined : this.#plain(turn.delta);
    return {
      text,
      baseline: baseline === this.baselineBefore ? null : baseline,
      baselineTokens: estimateTokens(baseline),
      delta: this.delta ?? null,
      inject: this.#injected(turn.inject),
      tools: turn.tools.map(({ name }) => name),
      activeTools: turn.activeTools ?? null,
      fingerprint: turn.fingerprint,
      report: turn.report,
    };
  }

  assistant(text: string): void {
    this.#say("assistant", text);
  }

  async call(tool: string, args: unknown): Promise<ToolResult> {
    const result = await this.session.call(tool, args);
    const text = this.#plain(result.text);
    this.text = text;
    this.isError = result.isError;
    this.#say("tool", text);
    return { ...result, text };
  }

  guard(call: Extract<ScriptAction, { step: "guard" }>["call"]): ToolDecision {
    const decision = this.session.guard(call, this.#tools);
    this.verdict = decision.verdict;
    return decision;
  }

  /** The host drops its history and adds what the session returns. */
  async compact(keepTokens: number | undefined): Promise<readonly Injection[]> {
    this.#messages = [];
    return this.#injected(await this.session.compacted(keepTokens === undefined ? {} : { keepTokens }));
  }

  #injected(given: readonly Injection[]): readonly Injection[] {
    const inject = given.map((injection) => {
      const text = this.#plain(injection.text);
      return text === injection.text ? injection : { ...injection, text, tokens: estimateTokens(text) };
    });
    this.inject = inject;
    this.text = inject.map(({ text }) => text).join("\n\n");
    return inject;
  }

  #say(role: Message["role"], content: string): void {
    this.#messages = [...this.#messages, { role, content }];
  }
}
