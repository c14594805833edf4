import type { JsonValue } from "../../basics/copy-json.ts";
import type { Awaitable } from "../../ports.ts";
import type { Durable, MissingNeed, RunLimits, RunNeed, RunTool, RunWait } from "../../run.ts";
import type { RunDefinition, SkillDefinition } from "../../workflow.ts";
import type { TemplateEnvironment } from "../template/template.ts";
import type { ToolDeclaration, ToolScope } from "../tool-scope/tool-scope.ts";
import type { CompiledSkill } from "./compile-skill.ts";
import type { Redaction } from "./redact-secrets.ts";
import type { RunContext } from "./run-context.ts";
import type { Scope } from "./scope.ts";
import { StepFailure } from "./step-failure.ts";

/** The limits that apply to a run. */
export type AppliedLimits = Required<Omit<RunLimits, "usd">> & Pick<RunLimits, "usd">;

/** A tool of the registry, and whether text from outside can be dangerous as its argument. */
export interface KnownTool {
  readonly tool: RunTool;
  readonly canEndanger: boolean;
}

/** What all steps of one execution of a run share. */
export interface Run {
  readonly context: RunContext;
  readonly definition: RunDefinition;
  readonly environment: TemplateEnvironment;
  readonly limits: AppliedLimits;
  /** True if the run waits for something that is missing, instead of letting the step fail. */
  readonly waitsFor: (need: RunNeed) => boolean;
  /** The registry by name, read once. */
  readonly tools: () => Awaitable<ReadonlyMap<string, KnownTool>>;
  /** What was compiled for this run, which may call a skill many times. */
  readonly compiled: Map<SkillDefinition, CompiledSkill>;
  /** Removes what is known to be secret. */
  redact: Redaction;
  /** Makes the values of secret inputs known. */
  readonly hide: (secrets: Readonly<Record<string, JsonValue>>) => void;
  /** Number of steps so far, also those whose results were stored. */
  steps: number;
  /** Number of steps and items of loops so far, also of those that were skipped. */
  turns: number;
  /** When other work of the process had its turn last. */
  turnedAt: number;
  /** Set while other work of the process has its turn. */
  stepBack?: Promise<void> | undefined;
  /** Size of the values that steps passed on so far. */
  characters: number;
  /** Cost of model calls so far. */
  usd: number;
}

/** Where a step is executed. */
export interface Frame {
  readonly run: Run;
  readonly skill: SkillDefinition;
  readonly compiled: CompiledSkill;
  readonly scope: Scope;
  /** Beginning of the keys of its steps. */
  readonly prefix: string;
  readonly durable: Durable;
  readonly signal: AbortSignal;
  /** Called when a step begins to wait, which a step with a stored answer does not. */
  readonly onWait?: () => void;
  /** When the time of an enclosing step ends, and the key of that step. */
  readonly until?: { readonly at: number; readonly key: string };
  /** Declarations of the skill and of everything that called it. */
  readonly declarations: readonly ToolDeclaration[];
  readonly guard: ToolScope;
  /** Number of skills around this one. */
  readonly depth: number;
}

/** The run has to wait, for an answer, a time, or something that is missing. */
export class RunPaused extends Error {
  override readonly name = "RunPaused";
  readonly reason: { readonly waiting: RunWait } | { readonly missing: readonly MissingNeed[] };

  constructor(reason: RunPaused["reason"]) {
    super("the run has to wait");
    this.reason = reason;
  }
}

/** Throws if the run was cancelled. */
export function checkCancelled({ context }: Run): void {
  context.signal?.throwIfAborted();
}

/** The failure that ended the time of a frame; undefined if it has time left. */
export function timeFailure({ signal }: Frame): StepFailure | undefined {
  const reason: unknown = signal.aborted ? signal.reason : undefined;
  return reason instanceof StepFailure ? reason : undefined;
}

/** The run and the conversation that a record of the audit log names. */
export function rowOf({ run }: Pick<Frame, "run">): { readonly run: string; readonly session?: string } {
  const { runId, session } = run.context;
  return { run: runId, ...(session === undefined ? {} : { session }) };
}

/** Counts a step. */
export function countStep(run: Run): void {
  run.steps += 1;
  if (run.steps <= run.limits.steps) return;
  throw new StepFailure("limit", `the run has more than ${run.limits.steps} steps`, {
    hint: "the host sets the limit with `limits.steps`",
    by: "",
  });
}
