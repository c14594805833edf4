import type { JsonValue } from "../../basics/copy-json.ts";
import type {
  ActionExecutionResult,
  RunDemand,
  RunPhase,
  RunStart,
  RunView,
  StepOutcome,
} from "../../run.ts";

/** What is stored about a run after its start, in order. Plain JSON. */
export type RunEntry =
  /** A write is about to be made. */
  | { readonly kind: "intent"; readonly key: string }
  /** The result of a step. */
  | { readonly kind: "step"; readonly key: string; readonly value: JsonValue }
  /** The run waits for an answer; `until` is null if it waits without limit. */
  | { readonly kind: "wait"; readonly key: string; readonly until: number | null }
  | { readonly kind: "answer"; readonly key: string; readonly value: JsonValue }
  /** An attempt of a step that may be tried again begins. */
  | { readonly kind: "attempt"; readonly key: string }
  /** An execution begins, the n-th without a result between. One that only the store ended is not counted. */
  | { readonly kind: "begin"; readonly executions: number }
  /** Executions that ended without a result are forgotten: workers may try again. */
  | { readonly kind: "retry" }
  /** An execution ended or paused. */
  | { readonly kind: "result"; readonly result: ActionExecutionResult; readonly at: number };

/** Everything that the entries of a run say. */
export interface RunState {
  readonly results: Map<string, JsonValue>;
  readonly intents: Set<string>;
  readonly waits: Map<string, number | null>;
  readonly answers: Map<string, JsonValue>;
  readonly attempts: Map<string, number>;
  /** Executions that began since the last result or `retry`. */
  executions: number;
  result: ActionExecutionResult | undefined;
  endedAt: number | undefined;
}

/** A run without entries. */
export function emptyState(): RunState {
  return {
    results: new Map(),
    intents: new Set(),
    waits: new Map(),
    answers: new Map(),
    attempts: new Map(),
    executions: 0,
    result: undefined,
    endedAt: undefined,
  };
}

/** Adds an entry. The first result of a step and the first answer count. */
export function applyEntry(state: RunState, entry: RunEntry): void {
  switch (entry.kind) {
    case "intent":
      state.intents.add(entry.key);
      return;
    case "step":
      if (!state.results.has(entry.key)) state.results.set(entry.key, entry.value);
      return;
    case "wait":
      if (!state.waits.has(entry.key)) state.waits.set(entry.key, entry.until);
      return;
    case "answer":
      if (!state.answers.has(entry.key)) state.answers.set(entry.key, entry.value);
      return;
    case "attempt":
      state.attempts.set(entry.key, (state.attempts.get(entry.key) ?? 0) + 1);
      return;
    case "begin":
      state.executions = entry.executions;
      return;
    case "retry":
      state.executions = 0;
      return;
    case "result":
      state.executions = 0;
      state.result = entry.result;
      state.endedAt = entry.result.status === "paused" ? undefined : entry.at;
  }
}

/** The entries of a state whose keys are kept, for a copy of the run. */
export function keptEntries(state: RunState, keep: (key: string) => boolean): readonly RunEntry[] {
  return [
    ...[...state.waits].map(([key, until]): RunEntry => ({ kind: "wait", key, until })),
    ...[...state.answers].map(([key, value]): RunEntry => ({ kind: "answer", key, value })),
    ...[...state.results].map(([key, value]): RunEntry => ({ kind: "step", key, value })),
  ].filter((entry) => "key" in entry && keep(entry.key));
}

/** True if the run will not be executed again. */
export function hasEnded({ result }: RunState): boolean {
  return result !== undefined && result.status !== "paused";
}

/** After this number of executions without a result a run is stuck. */
export const MAX_EXECUTIONS = 5;

/** True if the run can be executed now: it is new, was interrupted, or what it waits for may have come. */
export function canContinue(state: RunState, now: number): boolean {
  const { result } = state;
  if (result === undefined) return true;
  if (result.status !== "paused") return false;
  const { waiting } = result;
  if (waiting === undefined) return result.missing !== undefined;
  return state.answers.has(waiting.key) || (waiting.until !== undefined && waiting.until <= now);
}

/** True if too many executions ended without a result. Only `Runs.run` and `Runs.retry` continue such a run. */
export function isStuck({ executions }: RunState, isBusy: boolean): boolean {
  return !isBusy && executions >= MAX_EXECUTIONS;
}

/** What decides whether a worker can execute a run. */
export function demandOf({ definition, needs = [] }: RunStart): RunDemand {
  return { skill: definition.entry, needs, directory: definition.directory };
}

/** A run as callers see it; `isBusy` is false if no process executes it. */
export function viewOf(start: RunStart, state: RunState, isBusy: boolean = true): RunView {
  const { id, definition, inputs, startedAt, application = "default", needs = [] } = start;
  const { result, endedAt, executions } = state;
  return {
    id,
    skill: definition.entry,
    definition,
    inputs,
    startedAt,
    application,
    needs,
    ...(endedAt === undefined ? {} : { endedAt }),
    result: result ?? { runId: id, skill: definition.entry, status: "running", steps: finishedSteps(state) },
    phase: phaseOf(state, isBusy),
    executions,
  };
}

function phaseOf(state: RunState, isBusy: boolean): RunPhase {
  const { result, results, intents, executions, answers } = state;
  if (result !== undefined && result.status !== "paused" && result.status !== "running") return result.status;
  if (isBusy) return "running";
  if (isStuck(state, isBusy)) return "stuck";
  // A write that began and has no result was interrupted, also in a run of a version that did not count executions.
  if (executions > 0 || [...intents].some((key) => !results.has(key) && result === undefined))
    return "interrupted";
  const waiting = result?.waiting;
  if (result === undefined || (waiting !== undefined && answers.has(waiting.key))) return "queued";
  return waiting?.uncertain === true ? "uncertain" : "waiting";
}

/** The steps of an execution that has not ended, as far as their results are stored. */
function finishedSteps({ results }: RunState): readonly StepOutcome[] {
  return [...results.keys()]
    .filter((key) => /^[a-z][a-z0-9_]*$/.test(key))
    .map((id) => ({ id, status: "succeeded", attempts: 1, ms: 0 }));
}
