import { recordAction } from "../audit.ts";
import { checkArgument } from "../basics/check-options.ts";
import { filledText } from "../basics/kinds.ts";
import { nearestWord } from "../basics/words.ts";
import { KnowhowError } from "../errors.ts";
import { unknownRun } from "../execution/engine/run-errors.ts";
import { redactSecrets } from "../execution/run/redact-secrets.ts";
import type { RunInputs } from "../execution/run/run-context.ts";
import { planRun } from "../execution/workflow/plan-run.ts";
import type { RunPlan } from "../execution/workflow/run-plan.ts";
import type { ActionExecutionResult, RunQuery, RunView } from "../run.ts";
import type { RunDefinition } from "../workflow.ts";
import { readAnswer } from "./answer-run.ts";
import { defineChain, nameOf } from "./define-chain.ts";
import { executeRun, type RunMemory } from "./execute-run.ts";
import { plannedScripts } from "./planned-scripts.ts";
import { checkInputs, findSecrets, splitSecrets } from "./run-inputs.ts";
import {
  type CancelOptions,
  type ChainElement,
  checkChain,
  checkReason,
  checkRunInputs,
  checkRunOptions,
  checkRunSubject,
  type ExecuteOptions,
  type ForkOptions,
  type PlanOptions,
  type PruneOptions,
  type ResumeOptions,
  type ScriptStartOptions,
  type StartOptions,
} from "./run-options.ts";
import type { RunsContext } from "./runs-context.ts";

/** Runs of skills with steps. */
export interface RuntimeRuns {
  /** Runs a skill until it ends or has to wait for an answer. Throws `run.invalid-inputs` before the first step. */
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
  /** Removes runs that have ended. Returns their number. */
  prune(options?: PruneOptions): Promise<number>;
  /** Describes a run of a skill or a chain without starting it: every call, and which of them change something. */
  plan(skill: string | readonly ChainElement[], inputs?: RunInputs, options?: PlanOptions): Promise<RunPlan>;
  /** Executes stored runs that can continue, also those of other processes, until closed. */
  work(options?: { readonly concurrency?: number }): Promise<{ close(): Promise<void> }>;
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
  const handlerOf = (options: ExecuteOptions) => executeRun(context, memory, options);

  const define = async (name: string, given?: RunDefinition): Promise<RunDefinition> => {
    if (given !== undefined) return checkDefinition(given, name, context);
    const { value, diagnostics } = await context.define(name);
    if (value !== undefined) return value;
    const [first] = diagnostics.filter(({ severity }) => severity === "error");
    const place =
      first?.path === undefined ? "" : ` (${first.path}${first.line === undefined ? "" : `:${first.line}`})`;
    throw new KnowhowError(
      "run.invalid-workflow",
      `the workflow of "${name}" has errors: ${first?.message ?? ""}${place}`,
      {
        hint: first?.hint ?? `\`knowhow lint\` shows all of them`,
      },
    );
  };

  const chained = async (elements: readonly ChainElement[]): Promise<RunDefinition> => {
    const definitions = await Promise.all(elements.map((element) => define(nameOf(element))));
    return defineChain(elements, definitions, context.hash);
  };

  const begin = async (
    definition: RunDefinition,
    given: RunInputs,
    {
      id = newId(),
      background = false,
      variant,
      directory = settings.directory,
      outside,
      signal,
      scope,
      definition: _,
      ...options
    }: StartOptions,
  ): Promise<ActionExecutionResult> => {
    const { inputs, secrets } = splitSecrets(definition, given);
    if (Object.keys(secrets).length > 0) memory.secrets.set(id, secrets);
    // What limits the run is stored with it, so that it also limits whoever continues it.
    const { declarations: ceiling, grants, ...names } = scope ?? {};
    const stored = {
      ...definition,
      ...(variant === undefined ? {} : { variant }),
      ...(ceiling === undefined ? {} : { ceiling }),
      ...(grants === undefined ? {} : { grants }),
      ...(directory === undefined ? {} : { directory }),
      ...(outside === undefined ? {} : { outside }),
    };
    await runs.start({ id, definition: stored, inputs, startedAt: now() });
    if (background) return { runId: id, skill: definition.entry, status: "running", steps: [] };
    return runs.run(id, handlerOf({ ...options, scope: names }), signal);
  };

  /** A text without the secrets of a run that can be found here: a run can be cancelled without them. */
  const hideIn = async (text: string, run: RunView): Promise<string> =>
    redactSecrets(await findSecrets(run, memory.secrets.get(run.id), settings).catch(() => ({}))).text(text);

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
      const definition = await define(name, options.definition);
      return begin(definition, checkInputs(definition, inputs, options), options);
    },
    chain: async (elements, inputs = {}, options = {}) => {
      checkChain("chain", elements);
      checkRunInputs("chain", inputs);
      checkRunOptions("chain", options);
      return begin(await chained(elements), inputs, options);
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
      const { token: _, answer, comment: __, signal, ...execute } = options;
      if (answer !== undefined) {
        const run = await existing(id);
        const { key, value, row, event } = await readAnswer(
          run,
          { ...options, answer },
          { ...context, secrets: () => findSecrets(run, memory.secrets.get(id), settings) },
        );
        await recordAction(
          context.audit,
          execute.session === undefined ? row : { ...row, session: execute.session },
        );
        await runs.signal(id, key, value);
        if (event !== undefined) context.emit(event, { run: id });
      }
      return runs.run(id, handlerOf(execute), signal);
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
      const { from, id: copy = newId(), signal, ...execute } = options;
      const { definition } = await existing(id);
      const before = stepsBefore(definition, from);
      const secrets = memory.secrets.get(id);
      if (secrets !== undefined) memory.secrets.set(copy, secrets);
      await runs.fork(id, { id: copy, startedAt: now() }, (key) =>
        before.has(/^[a-z0-9_]+/.exec(key)?.[0] ?? ""),
      );
      return runs.run(copy, handlerOf(execute), signal);
    },
    prune: async (options = {}) => {
      checkRunOptions("prune", options);
      const { olderThanMs = MONTH_MS, status } = options;
      const old: string[] = [];
      for await (const { id, endedAt } of runs.list(status === undefined ? {} : { status }))
        if (endedAt !== undefined && endedAt <= now() - olderThanMs) old.push(id);
      for (const id of old) {
        await recordAction(context.audit, { action: "run.removed", actor: "host", run: id });
        await runs.delete(id);
      }
      return old.length;
    },
    plan: async (skill, inputs = {}, options = {}) => {
      if (typeof skill !== "string") checkChain("plan", skill);
      checkRunInputs("plan", inputs);
      checkRunOptions("plan", options);
      const definition = await (typeof skill === "string"
        ? define(skill, options.definition)
        : chained(skill));
      const tools = await settings.tools?.list();
      const { inputs: shown } = splitSecrets(definition, checkInputs(definition, inputs, options));
      const scripts = await plannedScripts(definition, context);
      return planRun(definition, shown, { now: now(), scripts, ...(tools === undefined ? {} : { tools }) });
    },
    work: async (options = {}) => {
      checkRunOptions("work", options);
      return runs.work(handlerOf({}), { concurrency: options.concurrency ?? 1 });
    },
  };
}

/** Only what this runtime read for a model can be run, because it passed every check of the gate. */
function checkDefinition(definition: RunDefinition, name: string, context: RunsContext): RunDefinition {
  if (context.isDefined(definition) && definition.entry === name) return definition;
  throw new KnowhowError(
    "runtime.bad-option",
    `runs: \`definition\` must be what \`define("${name}")\` of this runtime returned`,
    { hint: "leave it out, and the skill is read" },
  );
}

/** Ids of the top-level steps before one. */
function stepsBefore(definition: RunDefinition, from: string): ReadonlySet<string> {
  const ids = definition.skills[definition.entry]?.workflow?.steps.map(({ id }) => id) ?? [];
  if (ids.includes(from)) return new Set(ids.slice(0, ids.indexOf(from)));
  const near = nearestWord(from, ids);
  throw new KnowhowError("runtime.bad-option", `the run has no step "${from}"`, {
    hint: near === undefined ? `its steps are ${ids.join(", ")}` : `did you mean "${near}"?`,
  });
}
