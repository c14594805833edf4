import { catchAwaitable, mapAwaitable, toAwaitable } from "../../basics/awaitable.ts";
import { copyJson, type JsonValue } from "../../basics/copy-json.ts";
import { formatNumber } from "../../basics/words.ts";
import type { Awaitable } from "../../ports.ts";
import { type DurableStepOptions, isStepUncertain } from "../../run.ts";
import type { RetryPolicy, Step } from "../../workflow.ts";
import { askWhetherToRepeat } from "./ask-user.ts";
import { checkCancelled, countStep, type Frame, timeFailure } from "./frame.ts";
import { mayPass, StepFailure, toFailure } from "./step-failure.ts";
import { failureRecord, readRecord, type StepRecord } from "./step-record.ts";
import { pause, withTimeLimit } from "./time-limit.ts";
import { timedOut } from "./timed-out.ts";

/** What an attempt is told. */
export interface Attempt {
  readonly signal: AbortSignal;
  readonly attempt: number;
  /** Adds to the cost of the run. */
  readonly spend: (usd: number) => void;
}

/** A step that is executed as one piece, and stored as one result. */
export interface Leaf extends DurableStepOptions {
  readonly act: (attempt: Attempt) => Awaitable<unknown>;
  /** True if the output has no text from outside, except what was in the arguments. */
  readonly inside?: boolean;
}

/**
 * Executes a step with its retries, or takes its stored result. A failure is stored too, so that a resumed run goes the
 * same way. `prepare` is called only if there is no result: a finished step needs no tool any more.
 */
export function runLeaf(
  step: Step,
  key: string,
  prepare: () => Awaitable<Leaf>,
  frame: Frame,
): Awaitable<StepRecord> {
  const { run, durable } = frame;
  countStep(run);
  let leaf: Leaf | undefined;
  const options = () =>
    mapAwaitable(prepare(), (made) => {
      leaf = made;
      return made;
    });
  // An engine that did not need the options has not made them.
  const work = (isRepeated: boolean): Awaitable<StepRecord> =>
    mapAwaitable(leaf ?? prepare(), (made) => attemptAll(step, key, { leaf: made, isRepeated }, frame));
  const execute = (attemptKey: string): Awaitable<StepRecord> =>
    mapAwaitable(toAwaitable(durable.step(attemptKey, () => work(attemptKey !== key), options)), (stored) => {
      const record = readRecord(stored);
      run.usd += record.usd ?? 0;
      return record;
    });
  return catchAwaitable(
    () => execute(key),
    (error) => repeatUncertain(error, { step, key, execute }, frame),
  );
}

/** Asks whether to repeat a write that was interrupted. Every repetition is stored under a key of its own. */
async function repeatUncertain(
  first: unknown,
  {
    step,
    key,
    execute,
  }: {
    readonly step: Step;
    readonly key: string;
    readonly execute: (attemptKey: string) => Awaitable<StepRecord>;
  },
  frame: Frame,
): Promise<StepRecord> {
  let error = first;
  let attemptKey = key;
  for (let round = 2; ; round += 1) {
    if (!isStepUncertain(error)) throw error;
    const answer = await askWhetherToRepeat(step, attemptKey, frame);
    if (answer === "done") return { output: null, attempts: 1, ms: 0 };
    if (answer === "fail") return failureRecord(interrupted(), 1, 0);
    attemptKey = `${key}~${round}`;
    try {
      return await execute(attemptKey);
    } catch (next) {
      error = next;
    }
  }
}

function interrupted(): StepFailure {
  return new StepFailure("uncertain", "the step was interrupted, and the user chose not to repeat it");
}

/** The attempts of one step. */
interface Attempts {
  readonly step: Step;
  readonly key: string;
  readonly leaf: Leaf;
  readonly frame: Frame;
  readonly begun: number;
  readonly spend: (usd: number) => void;
  usd: number;
}

/** The first attempt is not the step's first if earlier ones were interrupted. */
function attemptAll(
  step: Step,
  key: string,
  {
    leaf,
    isRepeated,
  }: {
    readonly leaf: Leaf;
    /** True if the user wants a write to be repeated that was interrupted. */
    readonly isRepeated: boolean;
  },
  frame: Frame,
): Awaitable<StepRecord> {
  const begun = frame.run.context.now();
  const spend = (cost: number) => {
    attempts.usd += cost;
  };
  const attempts: Attempts = { step, key, leaf, frame, begun, spend, usd: 0 };
  const { attempts: most = 1 } = step.retry ?? {};
  const from = (attempt: number): Awaitable<StepRecord> => {
    if (attempt > most && !isRepeated) return failureRecord(interruptedLast(most), most, 0);
    return catchAwaitable(
      () => attemptOnce(attempts, attempt),
      (error) => attemptAgain(attempts, error, attempt),
    );
  };
  return most > 1 ? mapAwaitable(frame.durable.attempt(key), from) : from(1);
}

function interruptedLast(count: number): StepFailure {
  return new StepFailure("interrupted", `the last of ${count} attempts was interrupted`);
}

function attemptOnce(attempts: Attempts, attempt: number): Awaitable<StepRecord> {
  const { key, leaf, frame, begun } = attempts;
  const { context } = frame.run;
  context.emit({ type: "step.started", skill: frame.skill.name, step: key, attempt });
  return mapAwaitable(actOnce(attempts, attempt), (given) => {
    const output = readOutput(given, frame);
    const ms = context.now() - begun;
    const record =
      leaf.inside === true
        ? { output, attempts: attempt, ms, inside: true }
        : { output, attempts: attempt, ms };
    return withCost(record, attempts);
  });
}

/** The attempts after the first, with a delay before each; the record of the last failure if they all fail. */
async function attemptAgain(attempts: Attempts, first: unknown, begunWith: number): Promise<StepRecord> {
  const { step, key, leaf, frame, begun } = attempts;
  const { context } = frame.run;
  let error = first;
  for (let attempt = begunWith; ; ) {
    checkCancelled(frame.run);
    const failure = hideSecrets(timeFailure(frame) ?? toFailure(error), frame);
    const failed = (by: StepFailure) => withCost(failureRecord(by, attempt, context.now() - begun), attempts);
    const record = failed(failure);
    if (!mayRepeat(failure, attempt, { step, leaf })) return record;
    try {
      await pause(delayOf(step.retry, attempt, context.random()), frame.signal, context.timer);
    } catch {
      checkCancelled(frame.run);
      return failed(timeFailure(frame) ?? failure);
    }
    attempt = await frame.durable.attempt(key);
    try {
      return await attemptOnce(attempts, attempt);
    } catch (next) {
      error = next;
    }
  }
}

function withCost(record: StepRecord, { usd }: Attempts): StepRecord {
  return usd === 0 ? record : { ...record, usd };
}

function actOnce({ step, leaf, frame, spend }: Attempts, attempt: number): Awaitable<unknown> {
  const { signal } = frame;
  signal.throwIfAborted();
  const { timer } = frame.run.context;
  const { timeoutMs } = step;
  if (timeoutMs === undefined) return leaf.act({ attempt, spend, signal });
  return withTimeLimit({ ms: timeoutMs, reason: () => timedOut(timeoutMs), signal, timer }, async (inner) =>
    leaf.act({ attempt, spend, signal: inner }),
  );
}

/** The output of a step: JSON, not too large, without secrets. */
export function readOutput(output: unknown, frame: Pick<Frame, "run">): JsonValue {
  return frame.run.redact.value(readValue(output, frame));
}

/** A value that is given to a tool or a skill: JSON, not too large. */
export function readValue(output: unknown, { run }: Pick<Frame, "run">): JsonValue {
  if (output === undefined || output === null) return null;
  const copied = copyJson(output, run.limits.outputCharacters);
  if (copied.ok) {
    run.characters += copied.characters;
    if (run.characters <= run.limits.totalCharacters) return copied.value;
    throw new StepFailure(
      "limit",
      `the values of the run have more than ${formatNumber(run.limits.totalCharacters)} characters`,
      { hint: "the host sets the limit with `limits.totalCharacters`", by: "" },
    );
  }
  const isTooLarge = copied.problem.includes("longer than");
  throw new StepFailure(isTooLarge ? "too_large" : "invalid_output", `the value ${copied.problem}`);
}

/** A failure whose texts have no secrets. They are shortened later, so that no part of a secret is left. */
export function hideSecrets(failure: StepFailure, { run: { redact } }: Pick<Frame, "run">): StepFailure {
  const message = redact.text(failure.message);
  const code = redact.text(failure.code);
  const hint = failure.hint === undefined ? undefined : redact.text(failure.hint);
  if (message === failure.message && code === failure.code && hint === failure.hint) return failure;
  const { by } = failure;
  return new StepFailure(code, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(by === undefined ? {} : { by }),
  });
}

/**
 * A write that ran out of time may have happened: without a key it is repeated only if the step names `timeout`.
 */
function mayRepeat(
  failure: StepFailure,
  attempt: number,
  { step: { retry }, leaf }: { readonly step: Step; readonly leaf: Leaf },
): boolean {
  if (retry === undefined || attempt >= retry.attempts || !mayPass(failure)) return false;
  if (retry.on !== undefined) return retry.on.includes(failure.code);
  return failure.code !== "timeout" || leaf.effect !== "write" || leaf.idempotencyKey !== undefined;
}

/** Delays grow, and are between half of the delay and the whole, so that many runs do not try again at once. */
export function delayOf(retry: RetryPolicy | undefined, attempt: number, random: number): number {
  if (retry === undefined) return 0;
  const delay = Math.min(retry.delayMs * retry.factor ** (attempt - 1), retry.maxDelayMs);
  return Math.round(delay * (0.5 + random / 2));
}
