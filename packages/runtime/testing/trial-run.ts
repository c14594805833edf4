import type { JsonValue } from "../src/basics/copy-json.ts";
import type { KnowhowEvent } from "../src/events.ts";
import { memoryRuns } from "../src/execution/engine/memory-runs.ts";
import type { RunContext, RunInputs } from "../src/execution/run/run-context.ts";
import { runDefinition } from "../src/execution/run/run-definition.ts";
import { nodeHash } from "../src/node/node-hash.ts";
import type { AuditRecord } from "../src/ports.ts";
import type { ActionExecutionResult, RunHandler, Runs, RunTool } from "../src/run.ts";
import type { RunDefinition, SkillDefinition, Step, StepAction, Workflow } from "../src/workflow.ts";

/** A step in the short form of a test. */
export type TrialStep = Partial<Omit<Step, "action">> & { readonly id: string; readonly action: StepAction };

/** A step that calls a tool. */
export function tool(id: string, name: string, more: Partial<Step> = {}): TrialStep {
  return { id, action: { kind: "tool", name }, ...more };
}

/** A complete step. */
export function step(given: TrialStep): Step {
  return { onError: { kind: "fail" }, ...given };
}

/** A skill with steps. */
export function skill(
  name: string,
  steps: readonly TrialStep[],
  more: Partial<Workflow> &
    Partial<Pick<SkillDefinition, "allowedTools" | "disallowedTools" | "templates">> = {},
): SkillDefinition {
  const { allowedTools = [], disallowedTools = [], templates = {}, ...workflow } = more;
  return {
    name,
    digest: nodeHash.sha256(name),
    allowedTools,
    disallowedTools,
    templates,
    workflow: { inputs: { type: "object" }, secrets: [], steps: steps.map(step), ...workflow },
  };
}

/** A definition that runs the first skill. */
export function definition(...skills: readonly SkillDefinition[]): RunDefinition {
  return {
    format: 1,
    entry: skills[0]?.name ?? "",
    skills: Object.fromEntries(skills.map((each) => [each.name, each])),
  };
}

/** A tool that a test watches. */
export interface TrialTool extends RunTool {
  readonly calls: JsonValue[];
}

/** A tool from a function, which reads unless told otherwise. */
export function trialTool(
  name: string,
  call: RunTool["call"] = (input) => input,
  more: Partial<RunTool> = {},
): TrialTool {
  const calls: JsonValue[] = [];
  return {
    name,
    sideEffects: "read",
    ...more,
    calls,
    call: (input, context) => {
      calls.push(input);
      return call(input, context);
    },
  };
}

/** A run whose clock, timers and chance belong to the test. */
export interface Trial {
  readonly runs: Runs;
  readonly events: KnowhowEvent[];
  readonly audit: AuditRecord[];
  /** Pauses that were made, in milliseconds. */
  readonly pauses: number[];
  /** What the clock says; timers advance it. */
  clock: number;
  start(inputs?: RunInputs, signal?: AbortSignal, more?: Partial<RunContext>): Promise<ActionExecutionResult>;
  /** Executes the run again, as another process would. */
  again(more?: Partial<RunContext>, signal?: AbortSignal): Promise<ActionExecutionResult>;
  /** Answers what the run waits for, and goes on. */
  answer(value: JsonValue): Promise<ActionExecutionResult>;
}

let count = 0;

/** Prepares a run in memory. Timers end at once and advance the clock, unless `timer` is given. */
export function trial(
  defined: RunDefinition,
  tools: readonly RunTool[] = [],
  more: Partial<RunContext> = {},
): Trial {
  count += 1;
  const id = `run-${count}`;
  let inputs: RunInputs = {};
  const made: Trial = {
    runs: memoryRuns({ now: () => made.clock }),
    events: [],
    audit: [],
    pauses: [],
    clock: 1_000_000,
    start: async (given = {}, signal, extra = {}) => {
      inputs = given;
      const { secrets = [] } = defined.skills[defined.entry]?.workflow ?? {};
      const stored = Object.fromEntries(Object.entries(given).filter(([name]) => !secrets.includes(name)));
      await made.runs.start({ id, definition: defined, inputs: stored, startedAt: made.clock });
      return made.again(extra, signal);
    },
    again: (extra = {}, signal) => made.runs.run(id, handler(extra), signal),
    answer: async (value) => {
      const waiting = (await made.runs.get(id))?.result.waiting;
      if (waiting === undefined) throw new Error("the run does not wait");
      await made.runs.signal(id, waiting.key, value);
      return made.again();
    },
  };
  const handler =
    (extra: Partial<RunContext>): RunHandler =>
    (run, durable, signal) =>
      runDefinition(run.definition, inputs, {
        runId: run.id,
        startedAt: run.startedAt,
        durable,
        tools: { list: () => tools },
        hash: nodeHash,
        secret: () => made.runs.secret(),
        emit: (event) => void made.events.push(event),
        audit: { append: (record) => void made.audit.push(record) },
        now: () => made.clock,
        random: () => 1,
        timer: (ms, call) => {
          // The limit of the whole run never ends in these tests.
          if (ms >= 3_600_000) return () => undefined;
          const timeout = setTimeout(() => {
            made.pauses.push(ms);
            made.clock += ms;
            call();
          }, 5);
          return () => clearTimeout(timeout);
        },
        signal,
        ...more,
        ...extra,
      });
  return made;
}
