import { mapAwaitable } from "../../basics/awaitable.ts";
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
export async function runLeaf(
  step: Step,
  key: string,
  prepare: () => Awaitable<Leaf>,
  frame: Frame,
): Promise<StepRecord> {
  const { run, durable } = frame;
  countStep(run);
  let leaf: Leaf | undefined;
  const options = () =>
    mapAwaitable(prepare(), (made) => {
      leaf = made;
      return made;
    });
  const work = async (): Promise<StepRecord> => {
    // An engine that did not need the options has not made them.
    leaf ??= await prepare();
    return attemptAll(step, key, leaf, frame);
  };
  let attemptKey = key;
  for (let round = 2; ; round += 1) {
    try {
      const record = readRecord(await durable.step(attemptKey, work, options));
      run.usd += record.usd ?? 0;
      return record;
    } catch (error) {
      if (!isStepUncertain(error)) throw error;
    }
    const answer = await askWhetherToRepeat(step, attemptKey, frame);
    if (answer === "done") return { output: null, attempts: 1, ms: 0 };
    if (answer === "fail") return failureRecord(interrupted(), 1, 0);
    attemptKey = `${key}~${round}`;
  }
}

function interrupted(): StepFailure {
  return new StepFailure("uncertain", "the step was interrupted, and the user chose not to repeat it");
}

async function attemptAll(step: Step, key: string, leaf: Leaf, frame: Frame): Promise<StepRecord> {
  const { context } = frame.run;
  const begun = context.now();
  let usd = 0;
  const spend = (cost: number) => {
    usd += cost;
  };
  const ended = (record: StepRecord): StepRecord => (usd === 0 ? record : { ...record, usd });
  for (let attempt = 1; ; attempt += 1) {
    context.emit({ type: "step.started", skill: frame.skill.name, step: key, attempt });
    try {
      const given = attemptOnce(step, leaf, frame, { attempt, spend });
      const output = readOutput(given instanceof Promise ? await given : given, frame);
      const inside = leaf.inside === true ? { inside: true } : {};
      return ended({ output, attempts: attempt, ms: context.now() - begun, ...inside });
    } catch (error) {
      checkCancelled(frame.run);
      const failure = hideSecrets(timeFailure(frame) ?? toFailure(error), frame);
      const record = failureRecord(failure, attempt, context.now() - begun);
      if (!mayRepeat(failure, attempt, { step, leaf })) return ended(record);
      try {
        await pause(delayOf(step.retry, attempt, context.random()), frame.signal, context.timer);
      } catch {
        checkCancelled(frame.run);
        return ended(failureRecord(timeFailure(frame) ?? failure, attempt, context.now() - begun));
      }
    }
  }
}

function attemptOnce(
  { timeoutMs }: Step,
  { act }: Leaf,
  { run, signal }: Frame,
  given: Omit<Attempt, "signal">,
): Awaitable<unknown> {
  signal.throwIfAborted();
  const { timer } = run.context;
  if (timeoutMs === undefined) return act({ ...given, signal });
  return withTimeLimit({ ms: timeoutMs, reason: () => timedOut(timeoutMs), signal, timer }, async (inner) =>
    act({ ...given, signal: inner }),
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
