import { ok } from "node:assert/strict";
import type { JsonValue } from "../../basics/copy-json.ts";
import type { Awaitable } from "../../ports.ts";
import {
  type ActionExecutionResult,
  type Durable,
  isRunSuspended,
  type RunHandler,
  type RunStart,
  type Runs,
  type RunView,
  type WorkOptions,
} from "../../run.ts";

/** Runs that a suite may fill, and how to open the same runs again, as another process would. */
export interface RunsUnderTest {
  open(): Runs;
  /** Changes what is stored of a run, so that it cannot be read. Omitted if the runs cannot be damaged. */
  damage?(id: string): Awaitable<void>;
  close?(): Promise<void> | void;
}

/** The clock of a suite. All delays of the runs are measured with it: a minute on it ends each of them. */
export interface SuiteClock {
  now: number;
}

/** One rule that every `Runs` keeps; `run` throws when it does not. */
export interface RunsCase {
  readonly title: string;
  run(make: (clock: SuiteClock) => RunsUnderTest): Promise<void>;
}

/** When runs of a suite begin. */
export const START: number = 1_700_000_000_000;

/** A run that can be started. */
export function startOf(id: string, skill = "s"): RunStart {
  const definition = {
    format: 1,
    entry: skill,
    skills: { [skill]: { name: skill, digest: "0", templates: {}, allowedTools: [], disallowedTools: [] } },
  } as const;
  return {
    id,
    definition,
    inputs: { text: "käse\n\u2028🧀", list: [1, null, { a: true }] },
    startedAt: START,
  };
}

/** A handler from a piece of work with steps. A wait pauses the run. */
export function handler(
  work: (durable: Durable, signal: AbortSignal, run: RunView) => Awaitable<JsonValue>,
): RunHandler {
  return async (run, durable, signal): Promise<ActionExecutionResult> => {
    const result = { runId: run.id, skill: run.skill, steps: [] };
    try {
      return { ...result, status: "succeeded", output: await work(durable, signal, run) };
    } catch (error) {
      if (signal.aborted)
        return {
          ...result,
          status: "cancelled",
          error: { code: "cancelled", message: String(signal.reason) },
        };
      if (!isRunSuspended(error)) throw error;
      const { key, until } = error;
      const waiting = { step: key, key, kind: "approval", prompt: "?", token: "", digest: "" } as const;
      return {
        ...result,
        status: "paused",
        waiting: { ...waiting, ...(until === undefined ? {} : { until }) },
      };
    }
  };
}

/** Counts how often each step ran. */
export function counter(): {
  readonly counts: Record<string, number>;
  readonly times: (key: string, value?: JsonValue) => () => Promise<JsonValue>;
} {
  const counts: Record<string, number> = {};
  const times =
    (key: string, value: JsonValue = key) =>
    async () => {
      counts[key] = (counts[key] ?? 0) + 1;
      return value;
    };
  return { counts, times };
}

/** A step that is interrupted. */
export const broken = (): Promise<never> => Promise.reject(new Error("the engine broke"));

/** Runs a case on a fresh place. */
export function withRuns(test: (place: RunsUnderTest, clock: SuiteClock) => Promise<void>): RunsCase["run"] {
  return async (make) => {
    const clock = { now: START };
    const place = make(clock);
    try {
      await test(place, clock);
    } finally {
      await place.close?.();
    }
  };
}

/** Ids of the runs that a query finds. */
export async function ids(runs: Runs, query?: Parameters<Runs["list"]>[0]): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { id } of runs.list(query)) found.push(id);
  return found;
}

/** Waits until something holds; engines may take a moment. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; !(await holds()); tries += 1) {
    ok(tries < 3_000, "it did not happen in time");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Longer than any delay after which a worker asks or tries again. */
export const MINUTE: number = 60_000;

/** Does something while a worker executes the runs of an application. */
export async function whileWorking(
  runs: Runs,
  work: RunHandler,
  options: Partial<WorkOptions>,
  act: () => Promise<void>,
): Promise<void> {
  const worker = await runs.work(work, { concurrency: 2, application: "default", ...options });
  try {
    await act();
  } finally {
    await worker.close();
  }
}

/** Starts a run for workers. */
export function queue(runs: Runs, id: string, more: Partial<RunStart> = {}): Promise<void> {
  return runs.start({ ...startOf(id), ...more }, { background: true });
}

/** Starts a run that the workers of an application execute, and waits for its end: they had a look at the others, too. */
export async function lookOnce(runs: Runs, id: string, more: Partial<RunStart> = {}): Promise<void> {
  await queue(runs, id, more);
  await until(async () => (await statusOf(runs, id)) === "succeeded");
}

/** Phase of a run and number of its executions. */
export const phaseOf = async (runs: Runs, id: string): Promise<readonly unknown[]> => {
  const view = await runs.get(id);
  return [view?.phase, view?.executions];
};

/** The status of a run; undefined if there is none. */
export const statusOf = async (runs: Runs, id: string): Promise<string | undefined> =>
  (await runs.get(id))?.result.status;
