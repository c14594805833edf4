import { recordAction } from "../audit.ts";
import { checkArgument } from "../basics/check-options.ts";
import { filledText } from "../basics/kinds.ts";
import { unknownRun } from "../execution/engine/run-errors.ts";
import { findNeeds } from "../execution/needs/find-needs.ts";
import { redactSecrets } from "../execution/run/redact-secrets.ts";
import type { RunInputs } from "../execution/run/run-context.ts";
import { planRun } from "../execution/workflow/plan-run.ts";
import type { RunPlan } from "../execution/workflow/run-plan.ts";
import type { ActionExecutionResult, DamagedRun, RunQuery, RunView } from "../run.ts";
import type { RunDefinition } from "../workflow.ts";
import { readAnswer } from "./answer-run.ts";
import { beginRun } from "./begin-run.ts";
import { checkChainInputs } from "./chain-inputs.ts";
import { compareNeeds, endedSteps, offerOf } from "./check-needs.ts";
import { executeRun, type RunMemory } from "./execute-run.ts";
import { forkRun } from "./fork-run.ts";
import { plannedScripts } from "./planned-scripts.ts";
import { requireChain, requireDefinition } from "./require-definition.ts";
import { type RunExecutor, runExecutor } from "./run-executor.ts";
import { checkInputs, findSecrets, givenSecrets, requireSecrets, splitSecrets } from "./run-inputs.ts";
import {
  type CancelOptions,
  type ChainElement,
  checkChain,
  checkReason,
  checkRunInputs,
  checkRunOptions,
  checkRunSubject,
  type ForkOptions,
  type PlanOptions,
  type PruneOptions,
  type ResumeOptions,
  type ScriptStartOptions,
  type StartOptions,
  type WorkerOptions,
} from "./run-options.ts";
import { applicationOf, type RunsContext } from "./runs-context.ts";

/** Runs of skills with steps. */
export interface RuntimeRuns {
  /**
   * Runs a skill until it ends or has to wait. Throws `run.invalid-inputs`, or `run.missing` if steps need something that is
   * missing here; then nothing is stored.
   */
  start(name: string, inputs?: RunInputs, options?: StartOptions): Promise<ActionExecutionResult>;
  /** Runs skills one after the other: outputs feed inputs by name, and the result is the last output. */
  chain(
    skills: readonly ChainElement[],
    inputs?: RunInputs,
    options?: StartOptions,
  ): Promise<ActionExecutionResult>;
  /**
   * Runs a script of a skill as a run of one step: it pauses until the user approves, if nobody can be asked now. A script
   * that fails is a result, too: its output has the exit code.
   */
  script(name: string, script: string, options?: ScriptStartOptions): Promise<ActionExecutionResult>;
  /**
   * Continues a run that was interrupted, or that waits, with or without an answer. Throws `run.token-refused` if the
   * token does not belong to the question that the run waits for now.
   */
  resume(id: string, options?: ResumeOptions): Promise<ActionExecutionResult>;
  get(id: string): Promise<RunView | undefined>;
  /** Newest first. */
  list(query?: RunQuery): AsyncIterable<RunView>;
  cancel(id: string, reason?: string, options?: CancelOptions): Promise<void>;
  /** Starts a copy of a run at a step. */
  fork(id: string, options: ForkOptions): Promise<ActionExecutionResult>;
  /** Stored runs that cannot be read. */
  damaged(): Promise<readonly DamagedRun[]>;
  /** Removes runs that have ended, or those that cannot be read. Returns their number. */
  prune(options?: PruneOptions): Promise<number>;
  /** Describes a run of a skill or a chain without starting it: every call, and which of them change something. */
  plan(skill: string | readonly ChainElement[], inputs?: RunInputs, options?: PlanOptions): Promise<RunPlan>;
  /** Executes stored runs that can continue, also those of other processes, until closed. */
  work(options?: WorkerOptions): Promise<{ close(): Promise<void> }>;
  /** What executes runs with the library, the tools and the model of this runtime, for a worker over several runtimes. */
  executor(): RunExecutor;
}

const MONTH_MS = 30 * 86_400_000;

/** Opens the runs of a runtime. */
export function openRuns(context: RunsContext): RuntimeRuns {
  const { runs, settings, now, uuid } = context;
  /** Ids begin with the time, so that their order is that of the runs. */
  const newId = () => {
    const time = Math.max(0, Math.round(now())).toString(36).padStart(9, "0");
    return `${time}-${uuid().replaceAll("-", "").slice(0, 12)}`;
  };
  const memory: RunMemory = { compiled: new Map(), secrets: new Map() };
  const application = applicationOf(settings);
  const secretsOf = (run: RunView) => findSecrets(run, memory.secrets.get(run.id), settings);

  const begin = (
    definition: RunDefinition,
    given: RunInputs,
    { id = newId(), definition: _, coerce = false, ...options }: StartOptions,
  ): Promise<ActionExecutionResult> => {
    const inputs = checkInputs(definition, given, { coerce });
    const secrets = givenSecrets(definition, given);
    return beginRun({ id, definition, inputs, secrets }, options, context, memory);
  };

  const executor = runExecutor(context, memory);

  /** A text without the secrets of a run that can be found here: a run can be cancelled without them. */
  const hideIn = async (text: string, run: RunView): Promise<string> =>
    redactSecrets(
      await secretsOf(run).then(
        ({ found }) => found,
        () => ({}),
      ),
    ).text(text);

  const endedRuns = async ({ olderThanMs = MONTH_MS, status }: PruneOptions): Promise<readonly string[]> => {
    const old: string[] = [];
    for await (const { id, endedAt } of runs.list(status === undefined ? {} : { status }))
      if (endedAt !== undefined && endedAt <= now() - olderThanMs) old.push(id);
    return old;
  };

  /** Of a run that a worker continues, because it was answered or was stuck; otherwise the stored result. */
  const leaveToWorkers = async (run: RunView, isAnswered: boolean): Promise<ActionExecutionResult> => {
    const { id, skill, phase, result } = run;
    if (phase !== "stuck" && !isAnswered) return result;
    await runs.retry(id);
    return { runId: id, skill, status: "running", steps: endedSteps(result) };
  };

  const existing = async (id: string): Promise<RunView> => {
    const run = await runs.get(id);
    if (run === undefined) throw unknownRun(id);
    return run;
  };

  return {
    start: async (name, inputs = {}, options = {}) => {
      checkRunSubject("start", "name", name);
      checkRunInputs("start", inputs);
      checkRunOptions("start", options);
      return begin(await requireDefinition(name, context, options.definition), inputs, options);
    },
    chain: async (elements, inputs = {}, options = {}) => {
      checkChain("chain", elements);
      checkRunInputs("chain", inputs);
      checkRunOptions("chain", options);
      const definition = await requireChain(elements, context);
      return begin(definition, checkChainInputs(definition, inputs, options), options);
    },
    script: async (name, script, options = {}) => {
      checkRunSubject("script", "name", name);
      checkArgument("runs.script", "script", script, filledText);
      checkRunOptions("script", options);
      const { args = [], ...start } = options;
      const { definition, inputs } = await context.defineScript(name, script, args);
      return begin(definition, inputs, start);
    },
    resume: async (id, options = {}) => {
      checkRunSubject("resume", "id", id);
      checkRunOptions("resume", options);
      const { token: _, answer, comment: __, background = false, signal, ...execute } = options;
      const run = await existing(id);
      if (answer !== undefined) {
        const { key, value, row, event } = await readAnswer(
          run,
          { ...options, answer },
          { ...context, secrets: () => requireSecrets(run, memory.secrets.get(id), settings) },
        );
        await recordAction(
          context.audit,
          execute.session === undefined ? row : { ...row, session: execute.session },
        );
        await runs.signal(id, key, value);
        if (event !== undefined) context.emit(event, { run: id });
      }
      if (background) return leaveToWorkers(run, answer !== undefined);
      // A question that is still open is not given up for something that is missing after it.
      const isChecked = answer === undefined && run.result.waiting !== undefined;
      return runs.run(id, executeRun(context, memory, execute, { isChecked }), signal);
    },
    get: async (id) => {
      checkRunSubject("get", "id", id);
      return runs.get(id);
    },
    list: (query = {}) => {
      checkRunOptions("list", query);
      return runs.list(query);
    },
    cancel: async (id, reason = "the run was cancelled", options = {}) => {
      checkRunSubject("cancel", "id", id);
      checkReason(reason);
      checkRunOptions("cancel", options);
      const { by: actor = "host", session } = options;
      const run = await runs.get(id);
      const skill = run?.skill;
      await recordAction(context.audit, {
        action: "run.cancelled",
        actor,
        ...(skill === undefined ? {} : { skill }),
        run: id,
        ...(session === undefined ? {} : { session }),
      });
      await runs.cancel(id, run === undefined ? reason : await hideIn(reason, run));
    },
    fork: async (id, options) => {
      checkRunSubject("fork", "id", id);
      checkRunOptions("fork", options);
      const { id: copy = newId() } = options;
      return forkRun(await existing(id), { ...options, id: copy }, context, memory);
    },
    damaged: () => runs.damaged(),
    prune: async (options = {}) => {
      checkRunOptions("prune", options);
      const ids =
        options.damaged === true
          ? (await runs.damaged()).flatMap(({ id, isNewer }) => (isNewer === true ? [] : [id]))
          : await endedRuns(options);
      for (const id of ids) {
        await recordAction(context.audit, { action: "run.removed", actor: "host", run: id });
        await runs.delete(id);
      }
      return ids.length;
    },
    plan: async (skill, inputs = {}, options = {}) => {
      if (typeof skill !== "string") checkChain("plan", skill);
      checkRunInputs("plan", inputs);
      checkRunOptions("plan", options);
      const isChain = typeof skill !== "string";
      const definition = await (isChain
        ? requireChain(skill, context)
        : requireDefinition(skill, context, options.definition));
      const given = isChain ? checkChainInputs(definition, inputs, options) : inputs;
      const tools = await settings.tools?.list();
      const { inputs: shown } = splitSecrets(definition, checkInputs(definition, given, options));
      const scripts = await plannedScripts(definition, context);
      const { missing, notes } = await compareNeeds(findNeeds(definition), offerOf({}, context));
      const known = { now: now(), scripts, ...(tools === undefined ? {} : { tools }) };
      return { ...planRun(definition, shown, known), missing, notes };
    },
    work: async (options = {}) => {
      checkRunOptions("work", options);
      const { handler, accepts } = executor;
      const { concurrency = 1, onStore } = options;
      const store = onStore === undefined ? {} : { onStore };
      return runs.work(handler, { concurrency, application, accepts, ...store });
    },
    executor: () => executor,
  };
}
