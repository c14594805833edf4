import type { JsonValue } from "../../basics/copy-json.ts";
import { once } from "../../basics/once.ts";
import type { ActionExecutionResult, StepOutcome } from "../../run.ts";
import { hasSteps, type RunDefinition } from "../../workflow.ts";
import { findNeeds, needKey } from "../needs/find-needs.ts";
import { canEndanger } from "./carried-outside.ts";
import { type AppliedLimits, type KnownTool, type Run, RunPaused } from "./frame.ts";
import type { Sources } from "./outside.ts";
import { type Redaction, redactSecrets } from "./redact-secrets.ts";
import type { RunContext, RunInputs } from "./run-context.ts";
import { hideSecrets } from "./run-leaf.ts";
import { runSkill, skillOf } from "./run-skill.ts";
import { runSequence } from "./run-steps.ts";
import { errorOf, isFailure, StepFailure, toFailure } from "./step-failure.ts";
import { withTimeLimit } from "./time-limit.ts";

const MINUTE_MS = 60_000;

/**
 * Executes a run until it ends or has to wait. Results that are stored are taken as they are, so that the same call
 * continues an interrupted run. Rejects only if the engine fails; the run can then be executed again.
 */
export async function runDefinition(
  definition: RunDefinition,
  inputs: RunInputs,
  context: RunContext,
): Promise<ActionExecutionResult> {
  const run = openRun(definition, context);
  const { secrets = [] } = definition.skills[definition.entry]?.workflow ?? {};
  run.hide(Object.fromEntries(secrets.map((name) => [name, inputs[name] ?? null])));
  const steps: StepOutcome[] = [];
  const begun = { runId: context.runId, skill: definition.entry };
  const signal = context.signal ?? new AbortController().signal;
  const limit = {
    ms: run.limits.minutes * MINUTE_MS,
    reason: () => outOfTime(run),
    signal,
    timer: context.timer,
  };
  try {
    signal.throwIfAborted();
    const { output, failure } = await withTimeLimit(limit, (inner) => execute(run, inputs, inner, steps));
    if (failure !== undefined) return { ...begun, status: "failed", steps, error: resultError(failure, run) };
    const refine = definition.skills[definition.entry]?.workflow?.refine === true;
    return { ...begun, status: "succeeded", output, steps, ...(refine ? { refine } : {}) };
  } catch (error) {
    if (signal.aborted) return { ...begun, status: "cancelled", steps, error: cancelled(signal, run) };
    if (error instanceof RunPaused) return { ...begun, status: "paused", steps, ...error.reason };
    if (!isFailure(error)) throw error;
    return { ...begun, status: "failed", steps, error: resultError(toFailure(error), run) };
  }
}

function openRun(definition: RunDefinition, context: RunContext): Run {
  const secrets: Record<string, readonly JsonValue[]> = {};
  const { filters, timeZone, startedAt } = context;
  const limits = readLimits(context);
  const redact: Redaction = redactSecrets({});
  const run: Run = {
    context,
    definition,
    environment: {
      now: () => startedAt,
      ...(filters === undefined ? {} : { filters }),
      ...(timeZone === undefined ? {} : { timeZone }),
      limits: { output: limits.outputCharacters },
    },
    limits,
    waitsFor: waitsFor(definition, context),
    tools: toolsOf(context),
    compiled: new Map(),
    redact,
    hide: (found) => {
      const added = Object.entries(found).filter(([name, value]) => !secrets[name]?.includes(value));
      if (added.length === 0) return;
      // A skill that is called may use the same name for another value: both stay secret.
      for (const [name, value] of added) secrets[name] = [...(secrets[name] ?? []), value];
      run.redact = redactSecrets(secrets);
    },
    steps: 0,
    turns: 0,
    turnedAt: context.now(),
    characters: 0,
    usd: 0,
  };
  return run;
}

/** Looks at the definition only if something is missing. */
function waitsFor(definition: RunDefinition, { needs = [] }: RunContext): Run["waitsFor"] {
  let known: ReadonlySet<string> | undefined;
  return (need) => {
    known ??= new Set([...needs, ...findNeeds(definition).filter(({ optional }) => !optional)].map(needKey));
    return known.has(needKey(need));
  };
}

/** Reads the registry on first use; afterwards it is there without waiting. */
function toolsOf({ tools }: RunContext): Run["tools"] {
  let known: ReadonlyMap<string, KnownTool> | undefined;
  const load = once(async () => {
    const listed = await tools.list();
    known = new Map(listed.map((tool) => [tool.name, { tool, canEndanger: canEndanger(tool) }]));
    return known;
  });
  return () => known ?? load();
}

function readLimits({ limits = {} }: RunContext): AppliedLimits {
  const {
    steps = 10_000,
    minutes = 60,
    outputCharacters = 1_000_000,
    totalCharacters = 100_000_000,
  } = limits;
  const { usd } = limits;
  return { steps, minutes, outputCharacters, totalCharacters, ...(usd === undefined ? {} : { usd }) };
}

/** A skill with steps runs them; the body of one without is given to the model. */
async function execute(
  run: Run,
  inputs: RunInputs,
  signal: AbortSignal,
  outcomes: StepOutcome[],
): Promise<{ readonly output: JsonValue; readonly failure?: StepFailure }> {
  const { context, definition } = run;
  const skill = skillOf(definition.entry, { run });
  const caller = {
    run,
    durable: context.durable,
    signal,
    declarations: [...(definition.ceiling ?? []), ...(context.scope?.declarations ?? [])],
    depth: 0,
  };
  if (hasSteps(skill))
    return runSkill({ skill, inputs, marks: givenMarks(definition), key: "" }, caller, {
      outcomes,
      runSequence,
    });
  throw new StepFailure("failed", `the skill "${skill.name}" has no steps`, {
    hint: "a skill without steps is loaded into a conversation, or called by a step of another skill",
  });
}

/** The inputs that the host marked as text from outside. */
function givenMarks({ outside = [] }: RunDefinition): Readonly<Record<string, Sources>> {
  return Object.fromEntries(outside.map((name) => [name, [`input ${name}`]]));
}

function outOfTime({ limits }: Run): StepFailure {
  return new StepFailure("limit", `the run took longer than ${limits.minutes} minutes`, {
    hint: "the host sets the limit with `limits.minutes`",
    by: "",
  });
}

function resultError(failure: StepFailure, run: Run): NonNullable<ActionExecutionResult["error"]> {
  const hidden = hideSecrets(failure, { run });
  return { ...errorOf(hidden), ...(hidden.hint === undefined ? {} : { hint: hidden.hint }) };
}

function cancelled({ reason }: AbortSignal, { redact }: Run): NonNullable<ActionExecutionResult["error"]> {
  const why = reason instanceof Error ? reason.message : typeof reason === "string" ? reason : "";
  return { code: "cancelled", message: why === "" ? "the run was cancelled" : redact.text(why) };
}
