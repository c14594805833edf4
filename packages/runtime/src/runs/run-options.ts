import type { Approver } from "../approver.ts";
import { checkArgument, checkOptions } from "../basics/check-options.ts";
import type { JsonValue } from "../basics/copy-json.ts";
import type { Fields, Kind } from "../basics/kind.ts";
import * as kinds from "../basics/kinds.ts";
import { KnowhowError } from "../errors.ts";
import type { KnowhowEvent } from "../events.ts";
import type { RunScope } from "../execution/run/run-context.ts";
import { aliasesKind, declarationsKind } from "../execution/tool-scope/declaration-kinds.ts";
import type { RunModel, RunStatus, ToolRegistry, WorkOptions } from "../run.ts";
import { GRANT, type ScriptGrant } from "../script.ts";
import type { RunDefinition } from "../workflow.ts";

/** Options of one execution of a run. */
export interface ExecuteOptions {
  /** Cancels the run. */
  readonly signal?: AbortSignal;
  /** Asks the user now. Default the runtime's approver; without one the run pauses. */
  readonly approver?: Approver;
  /** The tools that steps can call. Default those of the runtime. */
  readonly tools?: ToolRegistry;
  /** What scripts may use; `false`: no scripts. Default what the runtime lets them use. */
  readonly scripts?: ScriptGrant | false;
  /** Default the runtime's model. */
  readonly model?: RunModel;
  /**
   * True: without a model, a prompt pauses the run, and `resume` continues it with the model's answer. For hosts whose
   * conversation has a model. Default false: a run that needs a model is refused.
   */
  readonly promptsWait?: boolean;
  /** Declarations of the skills that are active where the run is started. They limit the tools of the run. */
  readonly scope?: RunScope;
  /** Id of the conversation that the run belongs to. */
  readonly session?: string;
  /** Who causes it, for the audit log. Default `host`. */
  readonly by?: "user" | "model" | "host";
  /** Called for every event of this execution, besides the runtime's listeners. Must not throw. */
  readonly onEvent?: (event: KnowhowEvent) => void;
}

/** Options of a new run. */
export interface StartOptions extends ExecuteOptions {
  /** Default a new id that begins with the time. */
  readonly id?: string;
  /** True: strings become what the inputs expect (`"20"` the number 20), as for a command line. */
  readonly coerce?: boolean;
  /** Name of the output template to use. */
  readonly variant?: string;
  /** True: only stores the run, for `work` in this process or another one, which may have what is missing here. */
  readonly background?: boolean;
  /** The directory that the host's tools work in. It is stored with the run as `definition.directory`. */
  readonly directory?: string;
  /** Names of inputs that have text from outside, such as a message that somebody sent. Default none. */
  readonly outside?: readonly string[];
  /** What `define` returned for this skill, to run exactly what was shown. Default the skill is read again. */
  readonly definition?: RunDefinition;
}

/** Options of a description of a run. */
export type PlanOptions = Pick<StartOptions, "coerce" | "definition">;

/** Options of a run of a script. */
export interface ScriptStartOptions
  extends Omit<StartOptions, "coerce" | "variant" | "outside" | "definition"> {
  readonly args?: readonly string[];
}

/** Options for continuing a run. */
export interface ResumeOptions extends ExecuteOptions {
  /** The token of the question that is answered. Required with `answer`. */
  readonly token?: string;
  /**
   * Approval: true or false, or `yes` and `no`; about an interrupted write: `repeat`, `done` or `fail`. Question: the
   * value. Without an answer the run is executed as far as it goes.
   */
  readonly answer?: JsonValue;
  /** What the user said to a refusal. */
  readonly comment?: string;
  /** True: only stores the answer, or lets workers try a run again that is stuck, and leaves the rest to `work`. */
  readonly background?: boolean;
}

/** Options of a copy of a run. */
export interface ForkOptions extends ExecuteOptions {
  /** Id of the first step that is executed again; the results before it are kept. */
  readonly from: string;
  readonly id?: string;
}

/** Who cancels a run, for the audit log. */
export type CancelOptions = Pick<ExecuteOptions, "by" | "session">;

/** Which runs are removed. */
export interface PruneOptions {
  /** Only runs that ended at least so many milliseconds ago. Default 30 days. */
  readonly olderThanMs?: number;
  /** Only runs with this status. Default every run that has ended. */
  readonly status?: Exclude<RunStatus, "running" | "paused">;
  /** True: removes the runs that cannot be read, and no others. */
  readonly damaged?: boolean;
}

/** Options of a worker. */
export interface WorkerOptions extends Pick<WorkOptions, "onStore"> {
  /** Number of runs at the same time. Default 1. */
  readonly concurrency?: number;
}

/** An element of a chain: the name of a skill, or more about it. */
export type ChainElement =
  | string
  | {
      readonly skill: string;
      /** Expression; the skill is skipped if it is false. */
      readonly if?: string;
      /** Another name of `if`, as in the AIOS format. */
      readonly condition?: string;
      /** Inputs that are not found by name, with templates in their strings. */
      readonly with?: Readonly<Record<string, JsonValue>>;
      /** What happens if it fails. Default `fail`. */
      readonly onError?: "fail" | "continue" | "skip-rest";
      /** Another name of `onError`, as in the AIOS format: true is `continue`, and false is `fail`. */
      readonly continueOnError?: boolean;
    };

/** A misspelt limit must not be ignored. */
const RUN_SCOPE = kinds.shape({
  root: kinds.text,
  host: kinds.texts,
  declarations: declarationsKind,
  aliases: aliasesKind,
  inputs: kinds.mapping,
  grants: kinds.texts,
} satisfies Readonly<Record<keyof RunScope, Kind>>);

const EXECUTE: Readonly<Record<keyof ExecuteOptions, Kind>> = {
  signal: kinds.abortSignal,
  approver: kinds.callable,
  tools: kinds.objectWith({ list: { kind: kinds.callable, required: true } }, "a registry with `list`"),
  model: kinds.objectWith({ generate: { kind: kinds.callable, required: true } }, "a model with `generate`"),
  scripts: kinds.either("an object or false", kinds.oneOf([false]), GRANT),
  promptsWait: kinds.flag,
  scope: RUN_SCOPE,
  session: kinds.filledText,
  by: kinds.oneOf(["user", "model", "host"]),
  onEvent: kinds.callable,
};

const START: Readonly<Record<keyof StartOptions, Kind>> = {
  ...EXECUTE,
  id: kinds.filledText,
  coerce: kinds.flag,
  variant: kinds.filledText,
  background: kinds.flag,
  directory: kinds.filledText,
  outside: kinds.texts,
  definition: kinds.mapping,
};

/** A chain has a definition of its own. */
const { definition: _, ...CHAIN } = START;

const STATUSES: readonly RunStatus[] = ["running", "paused", "succeeded", "failed", "cancelled"];

type Entry = "cancel" | "start" | "chain" | "script" | "plan" | "resume" | "fork" | "prune" | "list" | "work";

const OPTIONS: Readonly<Record<Entry, Fields>> = {
  start: START,
  chain: CHAIN,
  script: { ...CHAIN, args: kinds.texts },
  plan: { coerce: START.coerce, definition: START.definition },
  resume: {
    ...EXECUTE,
    token: kinds.filledText,
    answer: kinds.anything,
    comment: kinds.text,
    background: kinds.flag,
  },
  fork: { ...EXECUTE, from: { kind: kinds.filledText, required: true }, id: kinds.filledText },
  cancel: { by: EXECUTE.by, session: EXECUTE.session },
  prune: {
    olderThanMs: kinds.number(0),
    status: kinds.oneOf(["succeeded", "failed", "cancelled"]),
    damaged: kinds.flag,
  },
  list: { skill: kinds.filledText, status: kinds.oneOf(STATUSES), limit: kinds.wholeNumber(0) },
  work: { concurrency: kinds.wholeNumber(1, 1_000), onStore: kinds.callable },
};

/** Throws `runtime.bad-option` if options of `runtime.runs` are unknown or of the wrong kind. */
export function checkRunOptions(entry: Entry, options: unknown): void {
  checkOptions(`runs.${entry}`, options, OPTIONS[entry]);
}

/** Throws `runtime.bad-option` if the name of a skill, or the id of a run, is not one. */
export function checkRunSubject(entry: Entry | "get", kind: "name" | "id", given: unknown): void {
  checkArgument(`runs.${entry}`, kind, given, kinds.filledText);
}

/** Throws `runtime.bad-option` if the reason of a cancellation is not a string. */
export function checkReason(reason: unknown): void {
  checkArgument("runs.cancel", "reason", reason, kinds.text);
}

/** Throws `runtime.bad-option` if the inputs of a run are not an object. */
export function checkRunInputs(entry: Entry, inputs: unknown): void {
  checkArgument(`runs.${entry}`, "inputs", inputs, kinds.mapping);
}

const chainElements = kinds.listOf(
  kinds.either(
    "the name of a skill, or an object with `skill`",
    kinds.filledText,
    kinds.shape({
      skill: { kind: kinds.filledText, required: true },
      if: kinds.filledText,
      condition: kinds.filledText,
      with: kinds.mapping,
      onError: kinds.oneOf(["fail", "continue", "skip-rest"]),
      continueOnError: kinds.flag,
    }),
  ),
  "an array of skills",
);

/** Throws `runtime.bad-option` if the elements of a chain are not skills, or if one says the same in two spellings. */
export function checkChain(entry: "chain" | "plan", elements: readonly ChainElement[]): void {
  checkArgument(`runs.${entry}`, "skills", elements, chainElements);
  for (const element of elements) {
    if (typeof element === "string") continue;
    for (const [key, other] of SPELLINGS)
      if (element[key] !== undefined && element[other] !== undefined)
        throw new KnowhowError(
          "runtime.bad-option",
          `runs.${entry}: \`${other}\` is another spelling of \`${key}\``,
          { hint: "remove one of the two" },
        );
  }
}

/** Two spellings of the same key of an element. */
const SPELLINGS = [
  ["if", "condition"],
  ["onError", "continueOnError"],
] as const;
