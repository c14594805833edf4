import { isRecord } from "../../basics/is-record.ts";
import { KnowhowError } from "../../errors.ts";
import { applyEntry, emptyState, type RunEntry, type RunState } from "../../execution/engine/run-state.ts";
import type { RunStart } from "../../run.ts";
import type { RunDefinition } from "../../workflow.ts";

/** A run as its file describes it. */
export interface StoredRun {
  readonly start: RunStart;
  /** True if the last that happened is that a caller started it, not for workers, or answered it. */
  readonly isReserved: boolean;
  readonly state: RunState;
}

/** The first record of a run. Its definition is the next record: runs of the same skill share that line. */
type StartRecord = Omit<RunStart, "definition"> & {
  readonly kind: "start";
  readonly format: 1;
  readonly definition?: unknown;
  readonly background?: true;
};

/** The records of the file of a new run. */
export function firstRecords(
  { definition, ...start }: RunStart,
  entries: readonly RunEntry[],
  background: boolean,
): readonly unknown[] {
  const first: StartRecord = { kind: "start", format: 1, ...start, ...(background ? { background } : {}) };
  return [first, { kind: "definition", definition }, ...entries];
}

/** Reads the records of a run. Throws `state.log-broken` if they are not those of a run, and `run.layout` for a newer version's. */
export function readRun(id: string, records: readonly unknown[], path: string): StoredRun {
  const [first, second] = records;
  if (isRecord(first) && typeof first.format === "number" && first.format > 1) throw newer(path, 1);
  if (!isStart(first) || first.id !== id) throw broken(path, 1);
  const { kind: _, format: __, definition: inline, background = false, ...start } = first;
  const definition =
    inline ?? (isRecord(second) && second.kind === "definition" ? second.definition : undefined);
  if (!isDefinition(definition)) throw broken(path, inline === undefined ? 2 : 1);
  const state = emptyState();
  for (let index = inline === undefined ? 2 : 1; index < records.length; index += 1) {
    const entry = records[index];
    if (isUnknownKind(entry)) throw newer(path, index + 1);
    if (!isEntry(entry)) throw broken(path, index + 1);
    applyEntry(state, entry);
  }
  const last = records.at(-1);
  const isReserved = isEntry(last) ? last.kind === "answer" : !background;
  return { start: { ...start, definition }, isReserved, state };
}

function isStart(value: unknown): value is StartRecord {
  return (
    isRecord(value) &&
    value.kind === "start" &&
    value.format === 1 &&
    typeof value.id === "string" &&
    typeof value.startedAt === "number" &&
    isRecord(value.inputs) &&
    (value.application === undefined || typeof value.application === "string") &&
    (value.needs === undefined || (Array.isArray(value.needs) && value.needs.every(isNeed)))
  );
}

function isNeed(value: unknown): boolean {
  return isRecord(value) && typeof value.kind === "string" && typeof value.name === "string";
}

function isDefinition(value: unknown): value is RunDefinition {
  return isRecord(value) && typeof value.entry === "string" && isRecord(value.skills);
}

function isEntry(value: unknown): value is RunEntry {
  if (!isRecord(value)) return false;
  const { kind, key, at, result, until, executions } = value;
  if (kind === "result")
    return isRecord(result) && typeof result.status === "string" && typeof at === "number";
  if (kind === "begin") return typeof executions === "number";
  if (kind === "retry") return true;
  if (typeof key !== "string") return false;
  if (kind === "wait") return until === null || typeof until === "number";
  if (kind === "step" || kind === "answer") return value.value !== undefined;
  return kind === "intent" || kind === "attempt";
}

const KINDS: Readonly<Record<RunEntry["kind"], true>> = {
  intent: true,
  step: true,
  wait: true,
  answer: true,
  attempt: true,
  begin: true,
  retry: true,
  result: true,
};

function isUnknownKind(value: unknown): boolean {
  return isRecord(value) && typeof value.kind === "string" && !Object.hasOwn(KINDS, value.kind);
}

function broken(path: string, line: number): KnowhowError {
  return new KnowhowError("state.log-broken", `${path}:${line} is not a record of a run`, { hint: REMOVE });
}

/** How to get rid of a run that cannot be read. */
export const REMOVE: string = "restore it from a backup; `knowhow runs prune --damaged` removes it";

function newer(path: string, line: number): KnowhowError {
  return new KnowhowError("run.layout", `${path}:${line} is a record of a newer version of knowhow`, {
    hint: "continue the run with that version",
  });
}
