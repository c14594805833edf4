import { appendFileSync } from "node:fs";

/** What a process of a chaos is told. */
export interface ChaosTask {
  readonly url: string;
  /** A file outside of the database, which gets a line for every write that was made. */
  readonly sink: string;
  /** Number of the worker, the same for the one that replaces it. */
  readonly worker: number;
  /** Without it, the worker has no tool for the runs that need more. */
  readonly isComplete: boolean;
  readonly runs: number;
  /** Milliseconds between two runs that the host starts. */
  readonly paceMs: number;
  readonly deadAfterMs: number;
}

/** Steps of a run, in order. The writes have no key. */
export const STEPS = ["look", "first", "again", "second"] as const;
export const WRITES: readonly string[] = ["first", "second"];

const LOOK_MS = 50;
const WRITE_MS = 1_000;

/** A step that reads. */
export async function look(): Promise<number> {
  await pause(LOOK_MS);
  return 1;
}

/** A step that writes: the effect happens in the middle of it. */
export async function write(sink: string, run: string, step: string): Promise<string> {
  await pause(WRITE_MS / 2);
  appendFileSync(sink, `${run} ${step}\n`);
  await pause(WRITE_MS / 2);
  return step;
}

export const idOf = (index: number): string => `r${String(index).padStart(4, "0")}`;

/** Every fourth run needs a tool that one of the workers lacks. */
export const needsMore = (index: number): boolean => index % 4 === 3;

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The task of this process. */
export function readTask(): ChaosTask {
  const [, , json = "{}"] = process.argv;
  return JSON.parse(json);
}
