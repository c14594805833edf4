import { isRecord } from "../../basics/is-record.ts";
import { KnowhowError } from "../../errors.ts";
import { applyEntry, emptyState, type RunEntry, type RunState } from "../../execution/engine/run-state.ts";
import type { RunStart } from "../../run.ts";
import type { RunDefinition } from "../../workflow.ts";

/** A run as its file describes it. */
export interface StoredRun {
  readonly start: RunStart;
  readonly state: RunState;
}

/** The first record of a run. In a file, its definition is the next record: runs of the same skill share that line. */
type StartRecord = Omit<RunStart, "definition"> & {
  readonly kind: "start";
  readonly format: 1;
  readonly definition?: unknown;
};

/** A new run as one record. */
export function startRecord(start: RunStart): StartRecord {
  return { kind: "start", format: 1, ...start };
}

/** The records of the file of a new run. */
export function firstRecords(
  { definition, ...start }: RunStart,
  entries: readonly RunEntry[] = [],
): readonly unknown[] {
  const first: StartRecord = { kind: "start", format: 1, ...start };
  return [first, { kind: "definition", definition }, ...entries];
}

/** Reads the records of a run. Throws `state.log-broken` if they are not those of a run. */
export function readRun(id: string, records: readonly unknown[], path: string): StoredRun {
  const [first, second] = records;
  if (!isStart(first) || first.id !== id) throw broken(path, 1);
  const { kind: _, format: __, definition: inline, ...start } = first;
  const definition =
    inline ?? (isRecord(second) && second.kind === "definition" ? second.definition : undefined);
  if (!isDefinition(definition)) throw broken(path, inline === undefined ? 2 : 1);
  const state = emptyState();
  for (let index = inline === undefined ? 2 : 1; index < records.length; index += 1) {
    const entry = records[index];
    if (!isEntry(entry)) throw broken(path, index + 1);
    applyEntry(state, entry);
  }
  return { start: { ...start, definition }, state };
}

function isStart(value: unknown): value is StartRecord {
  return (
    isRecord(value) &&
    value.kind === "start" &&
    value.format === 1 &&
    typeof value.id === "string" &&
    typeof value.startedAt === "number" &&
    isRecord(value.inputs)
  );
}

function isDefinition(value: unknown): value is RunDefinition {
  return isRecord(value) && typeof value.entry === "string" && isRecord(value.skills);
}

function isEntry(value: unknown): value is RunEntry {
  if (!isRecord(value)) return false;
  const { kind, key, at, result, until } = value;
  if (kind === "result")
    return isRecord(result) && typeof result.status === "string" && typeof at === "number";
  if (typeof key !== "string") return false;
  if (kind === "wait") return until === null || typeof until === "number";
  return kind === "intent" || ((kind === "step" || kind === "answer") && value.value !== undefined);
}

function broken(path: string, line: number): KnowhowError {
  return new KnowhowError("state.log-broken", `${path}:${line} is not a record of a run`, {
    hint: "the file was edited, or is of a newer version of knowhow",
  });
}
