import type { JsonValue } from "./basics/copy-json.ts";
import type { KnowhowEvent } from "./events.ts";
import type { Awaitable } from "./ports.ts";
import type { SandboxContext, ScriptGrant, ScriptPlan, ScriptResult } from "./script.ts";
import type { SideEffects } from "./skill-tool.ts";
import type { JsonSchema, RunDefinition } from "./workflow.ts";

/** The state of a run. `paused`: it waits for an answer or a point in time, and no process needs to be running. */
export type RunStatus = "running" | "paused" | "succeeded" | "failed" | "cancelled";

/**
 * Where a run stands, more exactly than its status says. `queued`: never executed; `interrupted`: an execution ended without a
 * result, and a worker tries again; `stuck`: too many executions ended without one, and no worker tries again until it is told
 * to; `waiting`: for an answer, a point in time, or something that is missing; `uncertain`: for an answer about an interrupted
 * write.
 */
export type RunPhase =
  | "queued"
  | "running"
  | "interrupted"
  | "stuck"
  | "waiting"
  | "uncertain"
  | Exclude<RunStatus, "running" | "paused">;

/** `uncertain`: a write was interrupted, and nobody knows whether it happened. */
export type StepStatus =
  | "running"
  | "succeeded"
  | "failed"
  | "skipped"
  | "waiting"
  | "uncertain"
  | "cancelled";

/** Why a step failed. `code` is the kind of failure that `retry.on` names: `timeout`, `denied`, or the tool's own. */
export type StepError = {
  readonly code: string;
  readonly message: string;
};

/** How one step ended, or where it stands. Plain JSON. */
export type StepOutcome = {
  readonly id: string;
  readonly status: StepStatus;
  readonly attempts: number;
  readonly ms: number;
  readonly error?: StepError;
  /** Of a loop: how each item ended. */
  readonly items?: readonly Omit<StepOutcome, "id" | "items">[];
  /** Of `steps` and of a skill with steps: how each of them ended. */
  readonly steps?: readonly StepOutcome[];
};

/** What a paused run waits for. */
export interface RunWait {
  /** Path of the step: `ok`, `items[3]/ok`. */
  readonly step: string;
  /** `model`: the model of the conversation has to answer. */
  readonly kind: "approval" | "input" | "model" | "time";
  /** The rendered question. */
  readonly prompt: string;
  /** What an approval covers besides the question, without secrets: the arguments of a tool, or `with` of the step. */
  readonly arguments?: JsonValue;
  /** Signed; continues the run with an answer to exactly this question. */
  readonly token: string;
  /** SHA-256 of skill, step, question and arguments. A changed argument has another digest. */
  readonly digest: string;
  /** Key of the wait, for `Runs.signal`. */
  readonly key: string;
  /** Schema of the answer. */
  readonly schema?: JsonSchema;
  /** True if the question is whether to repeat a write that was interrupted. */
  readonly uncertain?: true;
  /** Milliseconds since 1970 when the wait ends by itself. */
  readonly until?: number;
}

/** Something that a run needs where it is executed. A script is named `skill/scripts/file`. */
export interface RunNeed {
  readonly kind: "tool" | "model" | "skill" | "script" | "secret" | "program";
  readonly name: string;
  /** Of a script: digest that its skill must have. */
  readonly digest?: string;
}

/** Something that a run needs and that is missing here and now, with what the user can do about it. */
export interface MissingNeed extends RunNeed {
  readonly message: string;
  readonly hint?: string;
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
  /** Of a paused run that waits for nobody's answer: what is missing where it was executed. It continues where it is there. */
  readonly missing?: readonly MissingNeed[];
  readonly error?: StepError & { readonly hint?: string };
  /** True: the output is meant for the model to refine. */
  readonly refine?: boolean;
}

/** A tool that a step can call. A host fills the registry with its own tools, so that its permissions apply. */
export interface RunTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly sideEffects: SideEffects;
  /**
   * False if its output never has text from outside (of a web page, an issue, a file), except what it is given. Default
   * true.
   */
  readonly outside?: boolean;
  /** Runs the tool. Rejects if it fails; `error.code` is then the kind of failure that `retry.on` names. */
  call(input: JsonValue, context: ToolCallContext): Awaitable<unknown>;
}

/** What a tool is told about the call. */
export interface ToolCallContext {
  readonly signal: AbortSignal;
  readonly run: string;
  /** The directory that the run was started with, also if it is continued from another one. */
  readonly directory?: string | undefined;
  readonly step: string;
  readonly attempt: number;
  /** The same for every attempt of the same call, also after a crash. */
  readonly idempotencyKey: string;
}

/** The tools of a run. */
export interface ToolRegistry {
  list(): Awaitable<readonly RunTool[]>;
}

/** A script that a step runs. */
export interface ScriptCall {
  readonly skill: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly stdin?: string;
  /** Digest that the skill must have: that of the content which the run was started with. */
  readonly digest: string;
}

/** Runs the scripts of skills for steps, with what the host lets them use. */
export interface RunScripts {
  /** What a script would execute and use. Throws if there is no such script. */
  plan(call: ScriptCall): Promise<ScriptPlan>;
  /** Throws if it cannot be run here, before anybody is asked. */
  check(plan: ScriptPlan): Promise<void>;
  /** Runs a script that the user approved. Throws if it would execute or use anything else than was planned. */
  run(call: ScriptCall, approved: ScriptPlan, context: ScriptRunContext): Promise<ScriptResult>;
}

/** Where a script runs, and which run and conversation it belongs to. */
export interface ScriptRunContext extends SandboxContext {
  readonly run: string;
  readonly session?: string | undefined;
  /** Emits an event of the run. */
  readonly emit?: ((event: KnowhowEvent) => void) | undefined;
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
  /** Maximum size of a step's output and of the result as JSON, in characters. Default 1,000,000. */
  readonly outputCharacters?: number;
  /** Maximum size of all values that one execution of the run passes on, in characters. Default 100,000,000. */
  readonly totalCharacters?: number;
  /** Maximum cost of model calls. Default no limit. */
  readonly usd?: number;
}

/** Which calls of tools need the user's approval, besides those that the tool scope asks about. */
export interface RunPolicy {
  /** Side effects of tools that need approval. Default `write` and `execute`. */
  readonly approve?: readonly SideEffects[];
  /** Names of tools that never need approval because of their side effects. */
  readonly allow?: readonly string[];
}

/** What the workflows of a host's skills may use. All are optional. */
export interface WorkflowSettings {
  /**
   * Name of the application that the runs belong to. Its workers take no others, and stores in the user's state directory have
   * a folder for each. Default `default`.
   */
  readonly application?: string;
  /** The tools that steps can call. Default none. */
  readonly tools?: ToolRegistry;
  /** The directory that tools work in, stored with every run that is started without one. Default none. */
  readonly directory?: string;
  /** What scripts of skills may use; `false`: no scripts. Default neither a directory nor other limits. */
  readonly scripts?: ScriptGrant | false;
  /** The model that `prompt` steps ask. Default none. */
  readonly model?: RunModel;
  readonly limits?: RunLimits;
  readonly policy?: RunPolicy;
  /** Finds the values of secret inputs again when a run is continued. They are never stored. */
  readonly secrets?: FindSecrets;
  /** Filters for templates, by name. */
  readonly filters?: Readonly<Record<string, (value: unknown, ...parameters: readonly unknown[]) => unknown>>;
  /** IANA name of the zone in which templates show dates. Default UTC. */
  readonly timeZone?: string;
}

/** Finds the values of secret inputs of a run by their names. Names without a value are omitted. */
export type FindSecrets = (
  names: readonly string[],
  run: { readonly id: string; readonly skill: string },
) => Awaitable<Readonly<Record<string, JsonValue>>>;

/** What `Durable.step` is told about a step. */
export interface DurableStepOptions {
  /** `write`: the intent is stored before the step runs. Default `read`. */
  readonly effect?: "read" | "write";
  /** Set if an interrupted write may be repeated. */
  readonly idempotencyKey?: string;
  /** Runs before the intent is stored, unless the step has a result. It may wait; if it rejects, the step does not run. */
  readonly before?: () => Awaitable<void>;
}

/** A question or a timer that a run waits for. */
export interface DurableWait {
  readonly kind: RunWait["kind"];
  /** Milliseconds since 1970 when the wait ends by itself, with null. The value of the first call is kept. */
  readonly until?: number;
  /** Asks somebody who may answer now. The answer is stored; undefined suspends the run. */
  readonly ask?: () => Promise<JsonValue | undefined>;
}

/** A run is suspended: it waits, and no process needs to be running. Thrown by `Durable.wait`. */
export class RunSuspended extends Error {
  override readonly name = "RunSuspended";
  readonly key: string;
  /** Milliseconds since 1970 when the wait ends by itself. */
  readonly until: number | undefined;

  constructor(key: string, until?: number) {
    super(`the run waits for "${key}"`);
    this.key = key;
    this.until = until;
  }
}

/** Recognizes it by its name, because a store may come from another copy of this module. */
export function isRunSuspended(error: unknown): error is RunSuspended {
  return error instanceof Error && error.name === "RunSuspended" && "key" in error;
}

/** A write without idempotency key was interrupted, and nobody knows whether it happened. Thrown by `Durable.step`. */
export class StepUncertain extends Error {
  override readonly name = "StepUncertain";
  readonly key: string;

  constructor(key: string) {
    super(`the step "${key}" was interrupted, and nobody knows whether it happened`);
    this.key = key;
  }
}

/** Recognizes it by its name, because a store may come from another copy of this module. */
export function isStepUncertain(error: unknown): error is StepUncertain {
  return error instanceof Error && error.name === "StepUncertain" && "key" in error;
}

/**
 * Memory of one run, given to the interpreter. Keys are stable and unique within the run (`summaries[3]/trim`). Engines
 * that address steps by order map each parallel item to a child run.
 */
export interface Durable {
  /**
   * Runs a step, or returns its stored result. A finished step never runs again. If `work` rejects, nothing is stored.
   * Throws `StepUncertain` for an interrupted write without `idempotencyKey`. Options that are a function are only made if
   * there is no result. An engine that needs not wait for anything returns the result itself.
   */
  step(
    key: string,
    work: () => Awaitable<JsonValue>,
    options?: DurableStepOptions | (() => Awaitable<DurableStepOptions>),
  ): Awaitable<JsonValue>;
  /**
   * Waits for an answer or a timer. May suspend the run: it then rejects with `RunSuspended`, and the run is started
   * again later.
   */
  wait(key: string, wait: DurableWait): Promise<JsonValue>;
  /**
   * Counts an attempt of a step before it is made, and returns its number, from 1. The count survives the process. Only steps
   * that are tried again use it.
   */
  attempt(key: string): Awaitable<number>;
  /** Runs parallel items, at most `limit` at the same time. All of them settle, also after one rejected. */
  branch(
    keys: readonly string[],
    limit: number,
    work: (index: number, durable: Durable) => Promise<JsonValue>,
  ): Promise<readonly PromiseSettledResult<JsonValue>[]>;
}

/** What decides whether a worker can execute a run. Equal for runs of the same workflow. */
export interface RunDemand {
  readonly skill: string;
  readonly needs: readonly RunNeed[];
  /** The directory that the run was started in. */
  readonly directory?: string | undefined;
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
  readonly application: string;
  readonly needs: readonly RunNeed[];
  readonly phase: RunPhase;
  /** Executions since the last result that ended without one, the current one included. */
  readonly executions: number;
}

/** Which runs to list. */
export interface RunQuery {
  readonly skill?: string;
  readonly status?: RunStatus;
  readonly limit?: number;
}

/** Executes one run. The engine stores the result. If it rejects, the run can be executed again. */
export type RunHandler = (
  run: RunView,
  durable: Durable,
  signal: AbortSignal,
) => Promise<ActionExecutionResult>;

/** A new run. */
export interface RunStart {
  readonly id: string;
  readonly definition: RunDefinition;
  /** Without the values of secret inputs. */
  readonly inputs: Readonly<Record<string, JsonValue>>;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Default `default`. */
  readonly application?: string;
  /** What a process must have to execute it. Default nothing. */
  readonly needs?: readonly RunNeed[];
}

/** Which runs a worker executes. */
export interface WorkOptions {
  readonly concurrency: number;
  readonly application: string;
  /**
   * Whether this process can execute a run. One that is not accepted is left to other workers, and asked about again after some
   * seconds. Default always.
   */
  readonly accepts?: (demand: RunDemand) => Awaitable<boolean>;
  /** Called when the store of the runs cannot be reached, and when it is back. Must not throw. */
  readonly onStore?: (state: "lost" | "restored", error?: unknown) => void;
}

/** A stored run that cannot be read. */
export interface DamagedRun {
  readonly id: string;
  readonly message: string;
  /** True if a newer version stored it: it is not damaged for that version, so `prune` keeps it. */
  readonly isNewer?: true;
}

/** An engine that stores runs and executes them, in this process or in others. */
export interface Runs {
  /** Key of the tokens that continue paused runs: the same for every process that shares the runs. */
  secret(): Awaitable<string>;
  /**
   * Stores a new run. A run always uses the definition that it began with. Throws `run.exists` for a known id. Without
   * `background` the caller is about to execute it, so workers may leave it alone for a moment.
   */
  start(run: RunStart, options?: { readonly background?: boolean }): Promise<void>;
  /**
   * Executes a run here until it ends or pauses, and returns the stored result of one that has ended. Throws
   * `run.unknown`, or `run.busy` while it is executed elsewhere. An aborted signal cancels the run.
   */
  run(id: string, handler: RunHandler, signal?: AbortSignal): Promise<ActionExecutionResult>;
  /** Stores the answer to what a run waits for. Throws `run.answered`, which names the first answer, if there is one. */
  signal(id: string, key: string, value: JsonValue): Promise<void>;
  /** Ends a run, also while another process executes it. Without effect on a run that has ended. */
  cancel(id: string, reason: string): Promise<void>;
  get(id: string): Promise<RunView | undefined>;
  /** Newest id first. */
  list(query?: RunQuery): AsyncIterable<RunView>;
  /** Copies a run with the results and answers whose keys are kept. */
  fork(
    id: string,
    copy: Omit<RunStart, "definition" | "inputs">,
    keep: (key: string) => boolean,
  ): Promise<void>;
  /** Removes a run. Returns false if there is none. Throws `run.busy` while it is executed. */
  delete(id: string): Promise<boolean>;
  /** Lets workers execute a run that is stuck, or that was left to its caller. Without effect on others. */
  retry(id: string): Promise<void>;
  /** Stored runs that cannot be read. `delete` removes them. */
  damaged(): Promise<readonly DamagedRun[]>;
  /**
   * Executes runs that can continue, until closed: new ones, interrupted ones that are not stuck, and those whose wait has
   * ended. A run with `missing` is tried again after some seconds.
   */
  work(handler: RunHandler, options: WorkOptions): Promise<{ close(): Promise<void> }>;
}
