import type { JsonValue } from "../../basics/copy-json.ts";
import type { ActionExecutionResult, RunStart, RunView, StepOutcome } from "../../run.ts";

/** What is stored about a run after its start, in order. Plain JSON. */
export type RunEntry =
  /** A write is about to be made. */
  | { readonly kind: "intent"; readonly key: string }
  /** The result of a step. */
  | { readonly kind: "step"; readonly key: string; readonly value: JsonValue }
  /** The run waits for an answer; `until` is null if it waits without limit. */
  | { readonly kind: "wait"; readonly key: string; readonly until: number | null }
  | { readonly kind: "answer"; readonly key: string; readonly value: JsonValue }
  /** An execution ended or paused. */
  | { readonly kind: "result"; readonly result: ActionExecutionResult; readonly at: number };

/** Everything that the entries of a run say. */
export interface RunState {
  readonly results: Map<string, JsonValue>;
  readonly intents: Set<string>;
  readonly waits: Map<string, number | null>;
  readonly answers: Map<string, JsonValue>;
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
    case "result":
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

/** True if the run can be executed now: it is new, was interrupted, or what it waits for has come. */
export function canContinue(state: RunState, now: number): boolean {
  const { result } = state;
  if (result === undefined) return true;
  const { waiting } = result;
  if (result.status !== "paused" || waiting === undefined) return false;
  return state.answers.has(waiting.key) || (waiting.until !== undefined && waiting.until <= now);
}

/** A run as callers see it; `isBusy` is false if no process executes it. */
export function viewOf(
  { id, definition, inputs, startedAt }: RunStart,
  state: RunState,
  isBusy: boolean = true,
): RunView {
  const { result, endedAt } = state;
  return {
    id,
    skill: definition.entry,
    definition,
    inputs,
    startedAt,
    ...(endedAt === undefined ? {} : { endedAt }),
    result: result ?? { runId: id, skill: definition.entry, status: "running", steps: finishedSteps(state) },
    ...(result === undefined && !isBusy ? { idle: true } : {}),
  };
}

/** The steps of an execution that has not ended, as far as their results are stored. */
function finishedSteps({ results }: RunState): readonly StepOutcome[] {
  return [...results.keys()]
    .filter((key) => /^[a-z][a-z0-9_]*$/.test(key))
    .map((id) => ({ id, status: "succeeded", attempts: 1, ms: 0 }));
}
