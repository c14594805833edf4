import { catchAwaitable, mapAwaitable } from "../../basics/awaitable.ts";
import type { JsonValue } from "../../basics/copy-json.ts";
import { once } from "../../basics/once.ts";
import type { Awaitable } from "../../ports.ts";
import type { StepOutcome } from "../../run.ts";
import type { Step } from "../../workflow.ts";
import { askConversation, askModel, type ModelQuestion } from "./ask-model.ts";
import { callScript } from "./call-script.ts";
import { callTool } from "./call-tool.ts";
import type { CompiledStep } from "./compile-skill.ts";
import { fedSources } from "./feed-inputs.ts";
import { fenceOf } from "./fence-of.ts";
import { countStep, type Frame, RunPaused } from "./frame.ts";
import { INSIDE, mergeSources, type Sources, sourcesOf } from "./outside.ts";
import { askSkill, isExecuted } from "./prompt-skill.ts";
import { hideSecrets, type Leaf, readOutput, runLeaf } from "./run-leaf.ts";
import { runLoop } from "./run-loop.ts";
import { runParts } from "./run-parts.ts";
import { skillOf } from "./run-skill.ts";
import type { Ended, SequenceEnd, StepEnd } from "./step-end.ts";
import { errorOf, isFailure, StepFailure, toFailure } from "./step-failure.ts";
import { failureOf } from "./step-record.ts";
import { takeTurn } from "./take-turn.ts";
import { textOf, waitForUser } from "./wait-for-user.ts";

/** Executes steps one after the other. `outcomes` is filled in on the way, also if the run pauses. */
export async function runSequence(
  steps: readonly CompiledStep[],
  frame: Frame,
  outcomes: StepOutcome[],
): Promise<SequenceEnd> {
  const outputs: Record<string, JsonValue> = {};
  const all: Sources[] = [];
  let last: JsonValue = null;
  let lastSources = INSIDE;
  let isSkipping = false;
  for (const compiled of steps) {
    const { id } = compiled.step;
    const turn = takeTurn(frame);
    if (turn instanceof Promise) await turn;
    const ended: Awaitable<StepEnd> = isSkipping ? skipped(id) : runStep(compiled, frame, outcomes);
    const end: StepEnd = ended instanceof Promise ? await ended : ended;
    outcomes.push(end.outcome);
    const { sources = INSIDE } = end;
    const error = end.outcome.error === undefined ? INSIDE : speakers(compiled.step);
    frame.scope.finish(end.outcome, end.output, { output: sources, error });
    outputs[id] = end.output;
    all.push(sources);
    if (end.outcome.status !== "skipped") {
      last = end.output;
      lastSources = sources;
    }
    if (end.failure !== undefined)
      return { outputs, last, sources: mergeSources(all), lastSources, failure: end.failure };
    isSkipping ||= end.skipRest === true;
  }
  return { outputs, last, sources: mergeSources(all), lastSources };
}

/** Whose words the error of a step can contain. */
function speakers({ action }: Step): Sources {
  if (action.kind === "steps") return mergeSources(action.steps.map(speakers));
  return "name" in action ? [action.name] : INSIDE;
}

function runStep(compiled: CompiledStep, frame: Frame, outcomes: StepOutcome[]): Awaitable<StepEnd> {
  const { step } = compiled;
  const key = `${frame.prefix}${step.id}`;
  return catchAwaitable(
    () => {
      if (compiled.if !== undefined && !compiled.ifEach && !compiled.if(frame.scope, frame.run.environment))
        return skipped(step.id);
      if (compiled.list === undefined) return runOnce(compiled, key, frame);
      return runLoop(compiled, { key, list: compiled.list, runOnce }, frame);
    },
    (error) => {
      if (error instanceof RunPaused) outcomes.push({ id: step.id, status: "waiting", attempts: 1, ms: 0 });
      if (!isFailure(error)) throw error;
      return settle(compiled, frame, { failure: toFailure(error), attempts: 0, ms: 0 });
    },
  );
}

/** Executes a step, or one item of a loop, and applies `onError`. */
export function runOnce(compiled: CompiledStep, key: string, frame: Frame): Awaitable<StepEnd> {
  const begun = frame.run.context.now();
  const { action } = compiled.step;
  return catchAwaitable(
    () => {
      const isSteps =
        action.kind === "steps" ||
        (action.kind === "skill" && isExecuted(skillOf(action.name, frame), frame));
      const ended = isSteps ? runParts(compiled, key, frame, runSequence) : runPiece(compiled, key, frame);
      return mapAwaitable(ended, (end) => stepEnd(compiled, frame, end));
    },
    (error) => {
      if (!isFailure(error)) throw error;
      const ms = frame.run.context.now() - begun;
      return settle(compiled, frame, { failure: toFailure(error), attempts: 1, ms });
    },
  );
}

function stepEnd(compiled: CompiledStep, frame: Frame, end: Ended): StepEnd {
  const { output, attempts, ms, steps, failure, sources = INSIDE } = end;
  if (failure !== undefined) return settle(compiled, frame, { ...end, failure });
  const outcome: StepOutcome = { id: compiled.step.id, status: "succeeded", attempts, ms };
  return { output, sources, outcome: steps === undefined ? outcome : { ...outcome, steps } };
}

/** A step that is stored as one result. */
function runPiece(compiled: CompiledStep, key: string, frame: Frame): Awaitable<Ended> {
  const { context } = frame.run;
  const { action } = compiled.step;
  if (action.kind === "approve" || action.kind === "ask" || action.kind === "wait") {
    countStep(frame.run);
    return runWait(compiled, action.kind, key, frame);
  }
  const isCall = action.kind === "tool" || action.kind === "script";
  if (isCall || context.model !== undefined || context.promptsWait !== true)
    return runCall(compiled, key, frame, isCall ? [action.name] : INSIDE);
  countStep(frame.run);
  return promptConversation(compiled, key, frame);
}

/** A call of a tool, a script or a model, whose result is stored. `own` is where text from outside in it is from. */
function runCall(compiled: CompiledStep, key: string, frame: Frame, own: Sources): Awaitable<Ended> {
  let isLive = false;
  const prepare = () => {
    isLive = true;
    return leafOf(compiled, key, frame);
  };
  return mapAwaitable(runLeaf(compiled.step, key, prepare, frame), (record): Ended => {
    const { attempts, ms, output = null } = record;
    const failure = failureOf(record);
    if (isLive)
      report(key, frame, { status: failure === undefined ? "succeeded" : "failed", attempts, ms, failure });
    const read = readSources(compiled, frame);
    const sources = record.inside === true ? read : mergeSources([own, read]);
    return failure === undefined
      ? { output, attempts, ms, sources }
      : { output, attempts, ms, sources, failure };
  });
}

/** A prompt that the model of the conversation answers. */
async function promptConversation(compiled: CompiledStep, key: string, frame: Frame): Promise<Ended> {
  const output = await askConversation(key, await requestOf(compiled, frame), frame);
  return { output, attempts: 1, ms: 0, sources: readSources(compiled, frame) };
}

/** The sources of everything that a step was given. */
function readSources({ reads, step }: CompiledStep, { scope, compiled }: Frame): Sources {
  const given = sourcesOf(reads.given, scope);
  return step.feed === true ? mergeSources([given, fedSources(step, compiled, scope)]) : given;
}

/** A step that waits. Its end is stored, so that a run that continues again does not report it again. */
async function runWait(
  compiled: CompiledStep,
  kind: "approve" | "ask" | "wait",
  key: string,
  frame: Frame,
): Promise<Ended> {
  const { context } = frame.run;
  const begun = context.now();
  const onWait = once(() =>
    context.emit({ type: "step.started", skill: frame.skill.name, step: key, attempt: 1 }),
  );
  const output = await waitForUser(compiled, kind, key, { ...frame, onWait });
  const ms = await frame.durable.step(`${key}=`, async () => {
    onWait();
    const taken = context.now() - begun;
    report(key, frame, { status: "succeeded", attempts: 1, ms: taken });
    return taken;
  });
  return { output, attempts: 1, ms: Number(ms) };
}

function leafOf(compiled: CompiledStep, key: string, frame: Frame): Awaitable<Leaf> {
  const { action } = compiled.step;
  if (action.kind === "tool") return callTool(compiled, action.name, key, frame);
  if (action.kind === "script") return callScript(compiled, action.name, key, frame);
  return requestOf(compiled, frame).then((request) => askModel(request, frame));
}

/** What a `prompt` step, or a skill without steps, asks the model. */
async function requestOf(compiled: CompiledStep, frame: Frame): Promise<ModelQuestion> {
  const { action, schema } = compiled.step;
  const sources = readSources(compiled, frame);
  const fence = sources.length === 0 ? undefined : await fenceOf(frame.run);
  if (action.kind === "prompt") return { prompt: textOf(compiled, frame, fence), schema };
  if (action.kind !== "skill") throw new StepFailure("failed", `a step cannot be "${action.kind}" here`);
  return askSkill(compiled, skillOf(action.name, frame), { fence, sources }, frame);
}

/** Applies `onError` to a step that failed. A failure that ends more than this step passes through. */
function settle(
  compiled: CompiledStep,
  { run, scope }: Frame,
  { failure, attempts, ms, steps }: Omit<Ended, "output" | "failure"> & { readonly failure: StepFailure },
): StepEnd {
  const { id, onError } = compiled.step;
  const outcome: StepOutcome = {
    id,
    status: failure.code === "uncertain" ? "uncertain" : "failed",
    attempts,
    ms,
    error: errorOf(hideSecrets(failure, { run })),
    ...(steps === undefined ? {} : { steps }),
  };
  if (failure.by !== undefined || onError.kind === "fail") return { output: null, outcome, failure };
  if (onError.kind === "skip-rest") return { output: null, outcome, skipRest: true };
  if (compiled.fallback === undefined) return { output: null, outcome };
  try {
    const sources = sourcesOf(compiled.reads.fallback, scope);
    return { output: readOutput(compiled.fallback(scope, run.environment), { run }), outcome, sources };
  } catch (error) {
    return { output: null, outcome, failure: toFailure(error) };
  }
}

function skipped(id: string): StepEnd {
  return { output: null, outcome: { id, status: "skipped", attempts: 0, ms: 0 } };
}

function report(
  key: string,
  { run, skill }: Frame,
  {
    status,
    attempts,
    ms,
    failure,
  }: {
    readonly status: "succeeded" | "failed";
    readonly attempts: number;
    readonly ms: number;
    readonly failure?: StepFailure | undefined;
  },
): void {
  run.context.emit({
    type: "step.finished",
    skill: skill.name,
    step: key,
    attempt: attempts,
    status,
    ms,
    ...(failure === undefined ? {} : { code: failure.code }),
  });
}
