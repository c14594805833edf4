import { isRecord } from "../../basics/is-record.ts";
import type { StepOutcome } from "../../run.ts";
import type { CompiledStep } from "./compile-skill.ts";
import { inputMarks, inputsOf } from "./feed-inputs.ts";
import type { Frame } from "./frame.ts";
import { INSIDE } from "./outside.ts";
import { pauseFor } from "./pause-for.ts";
import { delayOf, readValue } from "./run-leaf.ts";
import { runSkill, skillOf } from "./run-skill.ts";
import { openScope } from "./scope.ts";
import type { Ended, RunSequence } from "./step-end.ts";
import { isFailure, mayPass, toFailure } from "./step-failure.ts";
import { withTimeLimit } from "./time-limit.ts";
import { timedOut } from "./timed-out.ts";

/** A step that consists of steps: each of them is stored, and the whole follows from them. */
export async function runParts(
  compiled: CompiledStep,
  key: string,
  frame: Frame,
  runSequence: RunSequence,
): Promise<Ended> {
  const { step } = compiled;
  const { context } = frame.run;
  const begun = context.now();
  for (let attempt = 1; ; attempt += 1) {
    const attemptKey = attempt === 1 ? key : `${key}#${attempt}`;
    const steps: StepOutcome[] = [];
    const end = await runOnce({ compiled, key: attemptKey, outcomes: steps, runSequence }, frame);
    const { output, sources = INSIDE } = end;
    const ended = { output, sources, attempts: attempt, ms: context.now() - begun, steps };
    const { failure } = end;
    if (failure === undefined) return ended;
    const { retry } = step;
    const mayRepeat =
      retry !== undefined &&
      attempt < retry.attempts &&
      mayPass(failure) &&
      (retry.on === undefined || retry.on.includes(failure.code));
    if (!mayRepeat) return { ...ended, failure };
    await frame.durable.step(`${attemptKey}~`, async () => {
      await pauseFor(delayOf(retry, attempt, context.random()), frame);
      return null;
    });
  }
}

interface GroupParts {
  readonly compiled: CompiledStep;
  readonly key: string;
  readonly outcomes: StepOutcome[];
  readonly runSequence: RunSequence;
}

async function runOnce(parts: GroupParts, frame: Frame): Promise<PartsEnd> {
  const { key } = parts;
  const { timeoutMs } = parts.compiled.step;
  const { context } = frame.run;
  const inside = async (inner: Frame) => {
    try {
      return await runInner(parts, inner);
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { output: null, failure: toFailure(error) };
    }
  };
  if (timeoutMs === undefined) return inside(frame);
  const begun = Number(await frame.durable.step(`${key}@`, async () => context.now()));
  const at = Math.min(begun + timeoutMs, frame.until?.at ?? Number.POSITIVE_INFINITY);
  const until = at === frame.until?.at ? frame.until : { at, key };
  const limit = {
    ms: at - context.now(),
    reason: () => timedOut(timeoutMs, until.key),
    signal: frame.signal,
    timer: context.timer,
  };
  const end = await withTimeLimit(limit, (signal) => inside({ ...frame, signal, until }));
  return end.failure?.by === key ? { ...end, failure: timedOut(timeoutMs) } : end;
}

type PartsEnd = Pick<Ended, "output" | "failure" | "sources">;

async function runInner(
  { compiled, key, outcomes, runSequence }: GroupParts,
  frame: Frame,
): Promise<PartsEnd> {
  const { action } = compiled.step;
  if (action.kind === "skill") {
    const skill = skillOf(action.name, frame);
    const inputs = readValue(inputsOf(compiled, skill, frame), frame);
    const given = isRecord(inputs) ? inputs : {};
    const marks = inputMarks(compiled, given, frame);
    return runSkill({ skill, inputs: given, marks, key }, frame, { outcomes, runSequence });
  }
  const inner = { ...frame, prefix: `${key}/`, scope: openScope(frame.scope, {}) };
  const end = await runSequence(compiled.steps ?? [], inner, outcomes);
  return {
    output: end.outputs,
    sources: end.sources,
    ...(end.failure === undefined ? {} : { failure: end.failure }),
  };
}
