import { isRecord } from "../../basics/is-record.ts";
import { KnowhowError } from "../../errors.ts";
import { applyEntry, emptyState, type RunEntry, type RunState } from "../../execution/engine/run-state.ts";
import type { RunStart } from "../../run.ts";

/** A run as its file describes it. */
export interface StoredRun {
  readonly start: RunStart;
  readonly state: RunState;
}

/** The first record of the file of a run. */
type StartRecord = RunStart & { readonly kind: "start"; readonly format: 1 };

/** The records of a new run. */
export function firstRecords(start: RunStart, entries: readonly RunEntry[] = []): readonly unknown[] {
  const record: StartRecord = { kind: "start", format: 1, ...start };
  return [record, ...entries];
}

/** Reads the records of a run. Throws `state.log-broken` if they are not those of a run. */
export function readRun(id: string, records: readonly unknown[], path: string): StoredRun {
  const [first, ...rest] = records;
  if (!isStart(first) || first.id !== id) throw broken(path, 1);
  const { kind: _, format: __, ...start } = first;
  const state = emptyState();
  for (const [index, entry] of rest.entries()) {
    if (!isEntry(entry)) throw broken(path, index + 2);
    applyEntry(state, entry);
  }
  return { start, state };
}

function isStart(value: unknown): value is StartRecord {
  return (
    isRecord(value) &&
    value.kind === "start" &&
    value.format === 1 &&
    typeof value.id === "string" &&
    typeof value.startedAt === "number" &&
    isRecord(value.inputs) &&
    isRecord(value.definition) &&
    typeof value.definition.entry === "string" &&
    isRecord(value.definition.skills)
  );
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
