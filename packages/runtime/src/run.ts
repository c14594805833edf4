import type { JsonValue } from "./basics/copy-json.ts";
import type { Awaitable } from "./ports.ts";
import type { SideEffects } from "./skill-tool.ts";
import type { JsonSchema, RunDefinition } from "./workflow.ts";

/** The state of a run. `paused`: it waits for an answer or a point in time, and no process needs to be running. */
export type RunStatus = "running" | "paused" | "succeeded" | "failed" | "cancelled";

/** `uncertain`: a write was interrupted, and nobody knows whether it happened. */
export type StepStatus =
  | "running"
  | "succeeded"
  | "failed"
  | "skipped"
  | "waiting"
  | "uncertain"
  | "cancelled";

/** How one step ended, or where it stands. */
export interface StepOutcome {
  readonly id: string;
  readonly status: StepStatus;
  readonly attempts: number;
  readonly ms: number;
  readonly error?: { readonly code: string; readonly message: string };
  /** Of a loop: how each item ended. */
  readonly items?: readonly Omit<StepOutcome, "id" | "items">[];
}

/** What a paused run waits for. */
export interface RunWait {
  readonly step: string;
  readonly kind: "approval" | "input" | "time";
  /** The rendered question. */
  readonly prompt: string;
  /** Signed; continues the run with an answer to exactly this question. */
  readonly token: string;
  /** SHA-256 of what an approval covers. A changed argument has another digest. */
  readonly digest?: string;
  /** Schema of the answer. */
  readonly schema?: JsonSchema;
  /** Milliseconds since 1970 when the wait ends by itself. */
  readonly until?: number;
}

/** The result of running a skill, as the AIOS document defines it. */
export interface ActionExecutionResult {
  readonly runId: string;
  readonly skill: string;
  readonly status: RunStatus;
  /** The rendered template or the value; undefined until the run has succeeded. */
  readonly output?: JsonValue;
  readonly steps: readonly StepOutcome[];
  readonly waiting?: RunWait;
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string };
}

/** A tool that a step can call. A host fills the registry with its own tools, so that its permissions apply. */
export interface RunTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly sideEffects: SideEffects;
  /** Runs the tool. Rejects if it fails; `error.code` is then the kind of failure that `retry.on` names. */
  call(input: JsonValue, context: ToolCallContext): Awaitable<unknown>;
}

/** What a tool is told about the call. */
export interface ToolCallContext {
  readonly signal: AbortSignal;
  readonly run: string;
  readonly step: string;
  readonly attempt: number;
  /** The same for every attempt of the same call, also after a crash. */
  readonly idempotencyKey: string;
}

/** The tools of a run. */
export interface ToolRegistry {
  list(): Awaitable<readonly RunTool[]>;
}

/** Asks a model. Only `prompt` steps use it. */
export interface RunModel {
  generate(request: ModelRequest): Promise<ModelAnswer>;
}

export interface ModelRequest {
  readonly prompt: string;
  /** Instructions of a prompt skill that is part of a chain. */
  readonly system?: string;
  /** The answer must be JSON of this schema. */
  readonly schema?: JsonSchema;
  readonly signal: AbortSignal;
}

export interface ModelAnswer {
  readonly text: string;
  /** Cost in US dollars, if known. */
  readonly usd?: number;
}

/** Limits that the host sets; a skill cannot. */
export interface RunLimits {
  /** Maximum number of executed steps, items of loops included. Default 10,000. */
  readonly steps?: number;
  /** Maximum time of work, without pauses. Default 60 minutes. */
  readonly minutes?: number;
  /** Maximum size of a step's output and of the result as JSON, in bytes. Default 1 MiB. */
  readonly outputBytes?: number;
  /** Maximum cost of model calls. Default no limit. */
  readonly usd?: number;
}

/** What `Durable.step` is told about a step. */
export interface DurableStepOptions {
  /** `write`: the intent is stored before the step runs. Default `read`. */
  readonly effect?: "read" | "write";
  /** Set if an interrupted write may be repeated. */
  readonly idempotencyKey?: string;
}

/** A question or a timer that a run waits for. */
export interface DurableWait {
  readonly kind: RunWait["kind"];
  readonly prompt?: JsonValue;
  readonly schema?: JsonSchema;
  /** Milliseconds since 1970 when the wait ends by itself, with null. */
  readonly until?: number;
}

/**
 * Memory of one run, given to the interpreter. Keys are stable and unique within the run (`summaries[3]/trim`). Engines
 * that address steps by order map each parallel item to a child run.
 */
export interface Durable {
  /** Runs a step, or returns its stored result. A finished step never runs again. */
  step<Value extends JsonValue>(
    key: string,
    work: (context: { readonly signal: AbortSignal; readonly attempt: number }) => Promise<Value>,
    options?: DurableStepOptions,
  ): Promise<Value>;
  /** Waits for an answer or a timer. May suspend the run: the promise then rejects, and the run is started again later. */
  wait<Value extends JsonValue>(key: string, wait: DurableWait): Promise<Value>;
  /** Runs parallel items, at most `limit` at the same time. */
  branch<Value extends JsonValue>(
    keys: readonly string[],
    limit: number,
    work: (index: number, durable: Durable) => Promise<Value>,
  ): Promise<readonly PromiseSettledResult<Value>[]>;
}

/** A run as it is stored. */
export interface RunView {
  readonly id: string;
  readonly skill: string;
  readonly definition: RunDefinition;
  /** Without the values of secret inputs. */
  readonly inputs: Readonly<Record<string, JsonValue>>;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly result: ActionExecutionResult;
}

/** Which runs to list. */
export interface RunQuery {
  readonly skill?: string;
  readonly status?: RunStatus;
  readonly limit?: number;
}

/** Executes one run. The result, or a suspension, is stored by the engine. */
export type RunHandler = (
  run: RunView,
  durable: Durable,
  signal: AbortSignal,
) => Promise<ActionExecutionResult>;

/** An engine that stores runs and executes them, in this process or in others. */
export interface Runs {
  /** Stores a new run. A run always uses the definition that it began with. */
  start(id: string, definition: RunDefinition, inputs: Readonly<Record<string, JsonValue>>): Promise<void>;
  /** Answers what a run waits for. */
  signal(id: string, key: string, value: JsonValue): Promise<void>;
  cancel(id: string, reason: string): Promise<void>;
  get(id: string): Promise<RunView | undefined>;
  list(query?: RunQuery): AsyncIterable<RunView>;
  delete(id: string): Promise<boolean>;
  /** Executes runs that can continue, until closed. */
  work(handler: RunHandler, options: { readonly concurrency: number }): Promise<{ close(): Promise<void> }>;
}
