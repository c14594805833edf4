import { noteAction } from "../audit.ts";
import type { ToolDefinition } from "../conversation.ts";
import type { RunScope } from "../execution/run/run-context.ts";
import type { ToolCall, ToolDecision, ToolScope } from "../execution/tool-scope/tool-scope.ts";
import { oneLine } from "../injection/escape-text.ts";
import type { Awaitable } from "../ports.ts";
import type { ToolArguments } from "../skill-tool.ts";
import type { Activations } from "./activations/activations.ts";
import { type AuthorizeOptions, authorizeCall, type ToolPermission } from "./authorize-call.ts";
import { scopeHint } from "./scope-hint.ts";
import type { SessionEngine } from "./session-engine.ts";
import type { SessionOptions } from "./session-options.ts";
import { callableTools, sessionScope } from "./session-scope.ts";
import type { NamedTool } from "./tools/define-tool.ts";

/** What the active skills of one conversation say about tools: the host's, those that load skills, those of runs. */
export class HostTools {
  readonly #engine: SessionEngine;
  readonly #options: SessionOptions;
  readonly #activations: Activations;
  readonly #session: string;

  constructor(engine: SessionEngine, options: SessionOptions, activations: Activations, session: string) {
    this.#engine = engine;
    this.#options = options;
    this.#activations = activations;
    this.#session = session;
  }

  /** Everything that the active skills allow now. */
  scope(availableTools: readonly string[] | undefined): ToolScope {
    return sessionScope(this.#engine, this.#options, this.#activations.declarations(), availableTools);
  }

  /** Names of the tools that may be called now; undefined if nothing is restricted, or the list must not change. */
  callable(
    scope: ToolScope,
    availableTools: readonly string[] | undefined,
    own: readonly ToolDefinition[],
  ): readonly string[] | undefined {
    return this.#options.toolList === "constant" ? undefined : callableTools(scope, availableTools, own);
  }

  /** Decides about a call, and reports a denial with how the limit ends. */
  decide(call: ToolCall, availableTools?: readonly string[]): ToolDecision {
    const decision = this.scope(availableTools).decide(call);
    const { verdict, skill } = decision;
    if (verdict !== "deny") return decision;
    this.#engine.emit({ type: "tool.denied", tool: call.name, active: this.#activations.names() });
    if (skill === undefined) return decision;
    const hint = scopeHint(skill, {
      ends: this.#options.scopeEnds,
      isLasting: this.#activations.isLasting(skill),
      isInherited: this.#activations.isInherited(skill),
    });
    return { ...decision, hint };
  }

  /** Decides about a call, and asks the user if the decision is `ask`. `guard` checks and decides. */
  authorize(
    call: ToolCall,
    { availableTools, signal, ask }: AuthorizeOptions,
    guard: (judged: ToolCall, availableTools?: readonly string[]) => ToolDecision,
  ): Awaitable<ToolPermission> {
    return authorizeCall(call, {
      guard: (judged) => guard(judged, availableTools),
      approver: ask ?? this.#options.approver ?? this.#engine.approver,
      hash: this.#engine.ports.hash,
      emit: this.#engine.emit,
      audit: this.#engine.ports.audit,
      session: this.#session,
      signal,
    });
  }

  /** Why the active skills do not allow to load or read another skill; undefined if they do. */
  async refuseSkill({ tool, naming }: NamedTool, { name }: ToolArguments): Promise<string | undefined> {
    const { operation } = tool;
    if ((operation !== "load" && operation !== "read") || typeof name !== "string") return undefined;
    if (this.#activations.has(name)) return undefined;
    const { verdict, reason, hint } = this.decide({ name: naming.name, input: { name } });
    if (verdict !== "deny") return undefined;
    await noteAction(this.#engine.ports.audit, {
      action: "tool.denied",
      actor: "engine",
      session: this.#session,
      detail: { tool: naming.name },
    });
    return `The skill "${oneLine(name).slice(0, 80)}" cannot be used now: ${reason}. ${hint ?? ""}`.trim();
  }

  /** What limits a run that is started here: skills restrict it as they restrict the host's tools. */
  runScope(): RunScope {
    const { toolScope, toolAliases, grants } = this.#options;
    const declared = this.#activations.declarations();
    return {
      root: this.#engine.ports.environment.cwd,
      declarations: toolScope === "restrict" ? declared : declared.filter(({ remote }) => remote === true),
      ...(toolAliases === undefined ? {} : { aliases: toolAliases }),
      ...(grants === undefined ? {} : { grants }),
    };
  }
}
