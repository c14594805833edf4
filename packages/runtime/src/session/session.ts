import type { JsonValue } from "../basics/copy-json.ts";
import type { Injection, Message, ToolDefinition, ToolResult, Turn, TurnInput } from "../conversation.ts";
import type { EventScope, KnowhowEvent } from "../events.ts";
import type { ToolCall, ToolDecision } from "../execution/tool-scope/tool-scope.ts";
import type { ResourceReading } from "../library.ts";
import type { Awaitable } from "../ports.ts";
import type { ActionExecutionResult } from "../run.ts";
import type { FrozenFiles } from "../serving/freeze-files.ts";
import type { CallContext, ToolContext } from "../skill-tool.ts";
import { Activations } from "./activations/activations.ts";
import { giveAgain, giveDropped } from "./activations/give-again.ts";
import type { AuthorizeOptions, ToolPermission } from "./authorize-call.ts";
import {
  checkActiveTools,
  checkAuthorizeOptions,
  checkCallContext,
  checkCancelRun,
  checkCompactedOptions,
  checkFence,
  checkForkOptions,
  checkRecoverOptions,
  checkRelease,
  checkResolveOptions,
  checkResumeRun,
  checkToolCall,
  checkTurnInput,
} from "./check-session-options.ts";
import { listCommands, type SkillCommand } from "./commands.ts";
import { freezeSession } from "./freeze-session.ts";
import { type InsertedTexts, SessionTexts } from "./history/inserted-texts.ts";
import { HostTools } from "./host-tools.ts";
import { OutsideTexts } from "./outside-texts.ts";
import { Context } from "./prompt/context.ts";
import { Prompt } from "./prompt/prompt.ts";
import { type ResolveOptions, resolveUrl } from "./resolve-url.ts";
import { SessionRuns } from "./runs/session-runs.ts";
import { SkillWorkflows } from "./runs/skill-workflows.ts";
import type { SessionEngine } from "./session-engine.ts";
import { SessionLibrary } from "./session-library.ts";
import type { SessionOptions } from "./session-options.ts";
import {
  limitsOf,
  readSessionState,
  rememberedOptions,
  type SessionState,
  type WaitingRun,
} from "./session-state.ts";
import { callTool } from "./tools/call-tool.ts";
import { defineTools, type NamedTool } from "./tools/define-tool.ts";
import { isReading } from "./tools/reading-tools.ts";
import { toolContext } from "./tools/tool-context.ts";
import { describeTurn, turnSpan } from "./tracing/spans.ts";
import { traced } from "./tracing/traced.ts";
import { Turns } from "./turn/turns.ts";

/** One conversation: what the model sees, which tools it can call, and what it has loaded. */
export class Session {
  /** Id of the conversation in events and the audit log. */
  readonly id: string;
  readonly #shared: SessionEngine;
  readonly #engine: SessionEngine;
  readonly #options: SessionOptions;
  /** The files of the skills as they were when the conversation began, if the policy keeps them. */
  #frozen: FrozenFiles | undefined;
  readonly #activations: Activations;
  readonly #turns: Turns;
  readonly #workflows: SkillWorkflows;
  readonly #runs: SessionRuns;
  readonly #view: SessionLibrary;
  readonly #hostTools: HostTools;
  readonly #prompt: Prompt;
  readonly #context: Context;
  #fingerprint: { readonly of: string; readonly value: string } | undefined;
  readonly #outside = new OutsideTexts();
  readonly #texts: SessionTexts;
  #turn = 0;

  constructor(shared: SessionEngine, given: SessionOptions, earlier?: FrozenFiles) {
    const state = given.restore === undefined ? undefined : readSessionState(given.restore);
    const options = state === undefined ? given : { ...rememberedOptions(state), ...given };
    this.id = given.id ?? state?.id ?? crypto.randomUUID();
    const engine: SessionEngine = {
      ...shared,
      tools: shared.toolsFor(shared.authoringOf(options.authoring)),
      // A reload of the configuration may turn skills or commands off, so read the current values.
      get commands() {
        return shared.commands;
      },
      get isConfigured() {
        return shared.isConfigured;
      },
      open: (skill, audience) =>
        shared.open(skill, audience, { ...this.#view.trustIn(skill), session: this.id }, this.#frozen),
      emit: (event: KnowhowEvent, scope?: EventScope) => shared.emit(event, { session: this.id, ...scope }),
    };
    this.#shared = shared;
    this.#engine = engine;
    this.#options = options;
    this.#view = new SessionLibrary(given.library ?? shared.current(), options);
    this.#frozen = freezeSession(this.#view, options, shared, { expected: state?.frozen, earlier });
    this.#activations = new Activations(
      engine,
      options,
      (name) => this.#view.audience.find(name),
      (skill) => this.#view.library.textOf(skill),
      this.id,
    );
    this.#hostTools = new HostTools(engine, options, this.#activations, this.id);
    this.#prompt = new Prompt(engine, options, this.#activations);
    this.#context = new Context(engine, options);
    this.#workflows = new SkillWorkflows(engine, options.runs, () => this.#view.library);
    this.#runs = new SessionRuns(engine, options, this.#workflows, {
      id: this.id,
      scope: () => this.#hostTools.runScope(),
      fence: (text, source) => this.#outside.fence(text, source),
      remember: (source) => this.#outside.remember([source]),
    });
    this.#turns = new Turns(engine, options, this.#activations, this.#runs, () => this.#view);
    this.#texts = new SessionTexts({
      hash: engine.ports.hash,
      compacted: (options) => this.compacted(options),
      recover: (messages) => this.recover(messages),
    });
    if (state !== undefined) this.#restore(state);
  }

  /** The texts of the session at their places, for hosts that do not keep them in their own history. */
  get texts(): InsertedTexts {
    return this.#texts;
  }

  /** Reads the bodies and context files that belong in the prompt. Optional: `turn` does it if needed. */
  async prepare(): Promise<void> {
    await this.#prompt.prepare(this.#view);
    await this.#context.ensure();
  }

  /** Returns everything that the host needs for the next model call. */
  async turn(input: TurnInput = {}): Promise<Turn> {
    checkTurnInput(input);
    this.#turn += 1;
    return traced(this.#engine.ports.tracer, turnSpan(this.#turn), () => this.#take(input), describeTurn);
  }

  async #take(input: TurnInput): Promise<Turn> {
    if (this.#options.follow === true) this.adopt();
    const baseline = await this.#prompt.ensure(this.#view, input.availableTools);
    const context = await this.#context.ensure();
    const delta = this.#prompt.takeDelta(this.#view, input.availableTools);
    const { matches, run, inject, notes } = await this.#turns.take(input, this.#turn);
    const tools = this.tools();
    const scope = this.#hostTools.scope(input.availableTools);
    const unmatched = this.#view.takeUnmatched();
    const missing = this.#prompt.missingTool(input.availableTools);
    const activeTools = this.#hostTools.callable(scope, input.availableTools, tools);
    return {
      baseline: baseline.text,
      context,
      ...(delta === undefined ? {} : { delta }),
      inject,
      ...(run === undefined ? {} : { run }),
      tools,
      ...(activeTools === undefined ? {} : { activeTools }),
      fingerprint: this.#fingerprintOf([context, baseline.text], tools),
      report: {
        catalog: baseline.catalog,
        matches,
        active: this.#activations.names(),
        ...this.#view.audience.withheld(),
        newerLibrary: this.#engine.current() !== this.#view.library,
        notes: [
          ...(this.#turn === 1 ? this.#view.audience.notes() : []),
          ...unmatched,
          ...(missing === undefined
            ? []
            : [`no skills are listed, because the host has no tool "${missing}"`]),
          ...this.#context.takeNotes(),
          ...notes,
          ...scope.diagnostics.map((diagnostic) => diagnostic.message),
        ],
      },
    };
  }

  /** Runs a skill tool. Never throws because of what a model wrote. */
  async call(tool: string, args: unknown, context: CallContext = {}): Promise<ToolResult> {
    checkCallContext(context);
    return callTool({ tool, args, context }, this.#engine, {
      prepare: () => this.prepare(),
      refuse: (found, checked) => this.#hostTools.refuseSkill(found, checked),
      context: () => this.#toolContext(),
    });
  }

  /** The host's own tool with which the model reads `skill://` addresses, if the profile names one. */
  get readTool(): string | undefined {
    return this.#engine.profile.catalog.needsTool;
  }

  /** The skill tools that can be called now. */
  tools(): readonly ToolDefinition[] {
    const { toolsOffered } = this.#engine.profile;
    if (this.#options.toolList === "constant" || toolsOffered === "all") return this.allTools();
    const context = this.#toolContext();
    return defineTools(this.#ownTools().filter(({ tool }) => tool.canSucceed(context)));
  }

  #ownTools(): readonly NamedTool[] {
    const { tools } = this.#engine;
    return this.#options.location === "only" ? tools.filter(({ tool }) => !isReading(tool)) : tools;
  }

  /** The commands that a host may register: one for each skill of this conversation that the user may invoke. */
  commands(): readonly SkillCommand[] {
    return listCommands(this.#view.audience.everyone(), this.#engine.commands);
  }

  /** Every skill tool, for hosts that must declare their tools before the first turn. */
  allTools(): readonly ToolDefinition[] {
    return defineTools(this.#ownTools());
  }

  /** The tools that may be called now, as in `turn()`; for hosts that select tools before they know the messages. */
  activeTools(availableTools: readonly string[]): readonly string[] | undefined {
    checkActiveTools(availableTools);
    return this.#hostTools.callable(this.#hostTools.scope(availableTools), availableTools, this.tools());
  }

  /**
   * Decides whether the host may run one of its own tools, and asks the user if the guard says `ask`. Use it around
   * every call. It returns synchronously unless the user has to be asked.
   */
  authorize(call: ToolCall, options: AuthorizeOptions = {}): Awaitable<ToolPermission> {
    checkAuthorizeOptions(options);
    return this.#hostTools.authorize(call, options, (judged, tools) => this.guard(judged, tools));
  }

  /**
   * The decision of the active skills about a call of one of the host's own tools. Unlike `authorize`, it never asks
   * the user.
   */
  guard(call: ToolCall, availableTools?: readonly string[]): ToolDecision {
    checkToolCall(call, availableTools);
    return this.#hostTools.decide(call, availableTools);
  }

  /**
   * Reads `skill://name` or `skill://name/path` for a host's own read tool. A model gets what it may load or has
   * loaded; the user also skills that only they may invoke.
   */
  async resolve(url: string, options: ResolveOptions = {}): Promise<ResourceReading> {
    checkResolveOptions(options);
    return resolveUrl(url, options, {
      engine: this.#engine,
      audience: this.#view.audience,
      activations: this.#activations,
    });
  }

  /**
   * Returns what to add again after the host compacted its history, in at most `keepTokens` tokens (default 2,000).
   * Skills whose instructions are in `messages`, the history that is left (default none), are not added again. The next
   * turn has a new baseline.
   */
  async compacted(
    options: { readonly keepTokens?: number; readonly messages?: readonly Message[] } = {},
  ): Promise<readonly Injection[]> {
    checkCompactedOptions(options);
    const { keepTokens, messages = [] } = options;
    this.#prompt.forget();
    this.#context.forget();
    this.#turns.forget(messages);
    return giveAgain(this.#activations, this.#engine, { messages, keepTokens });
  }

  /**
   * Returns the active skills whose instructions the host dropped from its history, in at most `keepTokens` tokens
   * (default 2,000). The others count as dropped, so that a load returns them again. Unlike `compacted`, it keeps the
   * baseline.
   */
  async recover(
    messages: readonly Message[],
    options: { readonly keepTokens?: number } = {},
  ): Promise<readonly Injection[]> {
    checkRecoverOptions(messages, options);
    return giveDropped(this.#activations, this.#engine, { messages, ...options });
  }

  /** Marks a skill's work as done: it no longer restricts tools and is not restored after a compaction. */
  release(name: string): void {
    checkRelease(name);
    // What the model has read stays read.
    this.#outsideSources();
    this.#activations.release(name);
  }

  /**
   * Puts text from outside (the result of a tool, a web page, a file of a stranger) between two lines that it cannot
   * imitate, before it is given to the model.
   */
  fence(text: string, options: { readonly source: string }): string {
    checkFence(text, options);
    return this.#outside.fence(text, options.source);
  }

  /** The runs of workflows in this conversation that wait for an answer. */
  waitingRuns(): readonly WaitingRun[] {
    return this.#runs.waiting();
  }

  /**
   * Continues a run of this conversation with the user's answer: `true` or `false` to an approval, the value to a
   * question. The token is that of the question, as in `turn().run` and in pending results.
   */
  async resumeRun(
    token: string,
    options: { readonly answer: JsonValue } & Pick<TurnInput, "signal" | "onEvent">,
  ): Promise<ActionExecutionResult> {
    checkResumeRun(token, options);
    return this.#runs.resume(token, options.answer, options);
  }

  /** Cancels a run of this conversation. */
  async cancelRun(run: string): Promise<void> {
    checkCancelRun(run);
    await this.#runs.cancel(run);
  }

  /** Switches to the newest library. The next turn reports what changed. */
  adopt(): void {
    const before = this.#view.library;
    this.#view.adopt(this.#engine.current());
    if (this.#view.library !== before) this.#frozen = freezeSession(this.#view, this.#options, this.#shared);
  }

  /**
   * Creates a subagent's session on the same library with the files of the skills as this session has them now, with its own
   * activations and optionally its own list of skills. It cannot exceed what the active skills of this session declare
   * about tools, and never changes this session.
   */
  fork(options: Omit<SessionOptions, "restore"> = {}): Session {
    checkForkOptions(options);
    const inherited = { ...this.#options, ...options };
    const { restore: _restore, preload: _preload, id: _id, ...rest } = inherited;
    this.#engine.emit({ type: "session.forked", skills: options.skills?.length ?? this.#view.library.size });
    const ceiling = [...this.#activations.declarations(), ...(options.ceiling ?? [])];
    const child = new Session(
      this.#shared,
      {
        ...rest,
        ...(options.id === undefined ? {} : { id: options.id }),
        library: options.library ?? this.#view.library,
        bodies: options.bodies ?? "frozen",
        preload: options.preload ?? [],
        ceiling,
      },
      options.library === undefined ? this.#frozen : undefined,
    );
    child.#activations.inherit(this.#activations);
    child.#outside.remember(this.#outsideSources());
    if (options.contextFiles === undefined) child.#context.restore(this.#context.toJSON());
    void child.#activations.freeze(child.#view.audience.everyone());
    return child;
  }

  /** The conversation as JSON, for `session({ restore })`. */
  toJSON(): SessionState {
    const { skills } = this.#options;
    return {
      format: "knowhow-session-1",
      id: this.id,
      ...this.#view.toJSON(),
      turn: this.#turn,
      ...(this.#frozen === undefined ? {} : { frozen: this.#frozen.digests() }),
      ...this.#activations.toJSON(),
      limits: limitsOf(this.#options),
      pins: [...(this.#options.pins ?? [])],
      ...(skills === undefined ? {} : { allow: [...skills] }),
      ...(this.#options.grants === undefined ? {} : { grants: [...this.#options.grants] }),
      ...this.#prompt.toJSON(),
      ...this.#context.toJSON(),
      ...(this.#outsideSources().length === 0 ? {} : { outside: this.#outsideSources() }),
      ...this.#runs.toJSON(),
      ...this.#texts.toJSON(),
      ...this.#turns.toJSON(),
    };
  }

  #restore(state: SessionState): void {
    this.#turn = state.turn;
    this.#view.restore(state);
    this.#turns.restore(state);
    this.#runs.restore(state.runs ?? [], state.ran ?? []);
    this.#activations.restore(state);
    this.#prompt.restore(state);
    this.#context.restore(state);
    this.#outside.remember(state.outside ?? []);
    this.#texts.restore(state);
  }

  /** Where text from outside was from: fenced texts, and the skills of servers, whose bodies are not fenced. */
  #outsideSources(): readonly string[] {
    const servers = this.#activations.declarations().filter(({ remote }) => remote === true);
    this.#outside.remember(servers.map(({ skill }) => `the skill ${skill} of an MCP server`));
    return this.#outside.sources();
  }

  #toolContext(): ToolContext {
    return toolContext({
      id: this.id,
      engine: this.#engine,
      options: this.#options,
      view: this.#view,
      activations: this.#activations,
      workflows: this.#workflows,
      runs: this.#runs,
      turn: this.#turn,
      fence: (text, source) => this.#outside.fence(text, source),
      outside: () => this.#outsideSources(),
    });
  }

  #fingerprintOf(texts: readonly string[], tools: readonly ToolDefinition[]): string {
    const of = `${texts.filter((text) => text !== "").join("\u0000")}\u0000${tools.map((tool) => tool.name).join(" ")}`;
    if (this.#fingerprint?.of !== of) this.#fingerprint = { of, value: this.#engine.ports.hash.sha256(of) };
    return this.#fingerprint.value;
  }
}
