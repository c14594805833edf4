import { copyJson, type JsonValue } from "../../basics/copy-json.ts";
import { isRecord } from "../../basics/is-record.ts";
import type { Injection, SkillMatch, ToolResult, TurnRun } from "../../conversation.ts";
import { isKnowhowError, KnowhowError } from "../../errors.ts";
import type { RunInputs, RunScope } from "../../execution/run/run-context.ts";
import type { ActionExecutionResult, RunWait } from "../../run.ts";
import { runArguments } from "../../runs/run-arguments.ts";
import type { ExecuteOptions } from "../../runs/run-options.ts";
import type { Skill } from "../../skill.ts";
import { type CallContext, failure } from "../../skill-tool.ts";
import type { Workflow } from "../../workflow.ts";
import { noteOf } from "../note-of.ts";
import type { SessionEngine } from "../session-engine.ts";
import type { SessionOptions } from "../session-options.ts";
import type { SessionState, WaitingRun } from "../session-state.ts";
import { describeOffer, describeRefused, describeResult, describeStarted } from "./describe-run.ts";
import { describeScript } from "./describe-script.ts";
import { isRunOfScript } from "./is-run-of-script.ts";
import type { SkillWorkflows } from "./skill-workflows.ts";
import { splitWorkflows } from "./split-workflows.ts";

/** What a message asks to be run, and the matches that are left. */
interface TakenRun {
  readonly run?: TurnRun;
  readonly matches: readonly SkillMatch[];
  readonly inject: readonly Injection[];
  readonly notes: readonly string[];
}

/** A call of the run tool, as the model wrote it. */
export interface RunRequest {
  readonly inputs: unknown;
  /** The model's answer to a prompt of the run that waits. */
  readonly answer?: string | undefined;
}

/** A call of the run tool for a script, as the model wrote it. */
interface ScriptToolCall {
  readonly script: string;
  readonly args: readonly string[];
}

/** How the host follows a run, and ends it. */
type RunCall = Pick<CallContext, "signal" | "onEvent">;

/** What the runs of a conversation need from it. */
interface RunsOfSession {
  readonly id: string;
  readonly scope: () => RunScope;
  /** Puts text from outside between lines that it cannot imitate. */
  readonly fence: (text: string, source: string) => string;
  /** Remembers where text from outside was from that the model may see. */
  readonly remember: (source: string) => void;
}

/** The runs of one conversation: what a message asks to be run, what the model runs, and which runs wait. */
export class SessionRuns {
  readonly #engine: SessionEngine;
  readonly #options: SessionOptions;
  readonly #context: RunsOfSession;
  readonly #workflows: SkillWorkflows;
  /** Runs that wait for an answer, by id, oldest first. */
  readonly #waiting = new Map<string, WaitingRun>();
  /** The newest run that succeeded, by the name of the skill. */
  readonly #succeeded = new Map<string, string>();

  constructor(
    engine: SessionEngine,
    options: SessionOptions,
    workflows: SkillWorkflows,
    context: RunsOfSession,
  ) {
    this.#engine = engine;
    this.#options = options;
    this.#workflows = workflows;
    this.#context = context;
  }

  /** Takes the workflow that a message asks for out of its matches; it is never injected as instructions. */
  async take(
    matches: readonly SkillMatch[],
    find: (name: string) => Skill | undefined,
    call: RunCall,
  ): Promise<TakenRun> {
    const { asked, rest } = await splitWorkflows(matches, async (name) => {
      const skill = find(name);
      return skill !== undefined && (await this.#workflows.has(skill));
    });
    const skill = asked && find(asked.name);
    if (asked === undefined || skill === undefined) return { matches: rest, inject: [], notes: [] };
    try {
      const { run, inject } = await this.#begin(asked, skill, call);
      return { run, matches: [asked, ...rest], inject: [inject], notes: [] };
    } catch (error) {
      if (!isKnowhowError(error)) throw error;
      const isTold = error.code === "run.missing" || error.code === "run.rehearsal";
      const inject = isTold ? [this.#refused(skill.name, error)] : [];
      return { matches: rest, inject, notes: [noteOf(error)] };
    }
  }

  #refused(skill: string, error: KnowhowError): Injection {
    return describeRefused(skill, noteOf(error), { count: this.#engine.ports.tokenizer });
  }

  async #begin(
    match: SkillMatch,
    skill: Skill,
    call: RunCall,
  ): Promise<{ readonly run: TurnRun; readonly inject: Injection }> {
    const workflow = await this.#workflows.of(skill);
    const checked = runArguments(workflow, { line: match.args, variables: match.variables });
    const inputs = checked.ok ? withoutNulls(checked.inputs) : declared(workflow, match.variables);
    const count = this.#engine.ports.tokenizer;
    // A phrase in a question, a quotation or a pasted text asks for nothing.
    const isClear = match.loadReason === "on_demand" || match.covers === true;
    if (checked.ok && isClear && this.#workflows.mode === "start") {
      const settings = { ...this.#settings(call), by: "user" } as const;
      const result = await this.#execute(() => this.#start(skill, inputs, settings));
      const run: TurnRun = {
        skill: skill.name,
        inputs,
        problems: [],
        state: "started",
        result,
      };
      return {
        run,
        inject: describeStarted(run, result, {
          tool: this.#workflows.tool,
          count,
          fence: this.#context.fence,
        }),
      };
    }
    const problems = checked.ok
      ? []
      : checked.problems.map(({ path, message }) => ({ input: String(path[0] ?? ""), message }));
    const run: TurnRun = { skill: skill.name, inputs, problems, state: "offered" };
    return { run, inject: describeOffer(run, { tool: this.#workflows.tool, count, isClear }) };
  }

  /** Runs a workflow for the model, or continues one with the model's answer. */
  async run(skill: Skill, { inputs, answer }: RunRequest, call: CallContext): Promise<ToolResult> {
    const { name } = skill;
    const refusal = await this.#workflows.refusal(skill);
    if (refusal !== undefined) return failure(refusal);
    const settings = { ...this.#settings(call), by: "model" } as const;
    if (answer !== undefined) return this.#answerPrompt(name, { answer, token: call.resume }, settings);
    if (call.resume !== undefined) {
      const waiting = this.#withToken(name, call.resume);
      if (waiting === undefined) return failure(`no run of '${name}' waits for this token`);
      const given = call.answer === undefined ? {} : { token: call.resume, answer: call.answer };
      return this.#told(name, () => this.#engine.runs.resume(waiting.run, { ...settings, ...given }));
    }
    const copied = copyJson(inputs ?? {});
    if (!copied.ok || !isRecord(copied.value))
      return failure("`inputs` must be an object with one value per input");
    const given = copied.value;
    return this.#told(name, () => this.#start(skill, given, settings));
  }

  /** Starts a run of a skill as this conversation has it. */
  async #start(skill: Skill, inputs: RunInputs, settings: ExecuteOptions): Promise<ActionExecutionResult> {
    const definition = await this.#workflows.define(skill);
    return this.#engine.runs.start(skill.name, inputs, { ...settings, definition });
  }

  /** Runs a script for the model, as a run of one step. Every run asks the user. */
  async runScript(skill: Skill, { script, args }: ScriptToolCall, call: CallContext): Promise<ToolResult> {
    const { name } = skill;
    if (this.#options.scripts === undefined) return failure("Scripts are turned off in this conversation.");
    const { scope: _, ...settings } = { ...this.#settings(call), by: "model" } as const;
    const { runs } = this.#engine;
    const waiting = call.resume === undefined ? undefined : this.#withToken(name, call.resume);
    if (call.resume !== undefined && waiting === undefined)
      return failure(`no script of '${name}' waits for this token`);
    const { tool, fence } = { tool: this.#workflows.tool, fence: this.#context.fence };
    if (waiting !== undefined && !isRunOfScript(await runs.get(waiting.run), { script, args }))
      return failure(`the answer is for another call: repeat the call with the same script and arguments`);
    const { resume: token, answer } = call;
    const given = token === undefined || answer === undefined ? {} : { token, answer };
    try {
      const result = await this.#execute(async () => {
        if (waiting !== undefined) return runs.resume(waiting.run, { ...settings, ...given });
        const { definition, inputs } = await this.#workflows.defineScript(skill, { script, args });
        return runs.start(name, inputs, { ...settings, definition });
      });
      return describeScript(result, script, fence) ?? describeResult(name, result, { tool, fence, script });
    } catch (error) {
      call.signal?.throwIfAborted();
      if (!isKnowhowError(error)) throw error;
      return failure(`The script was not run: ${noteOf(error)}`);
    }
  }

  /** Without a token, the newest question is answered. */
  async #answerPrompt(
    name: string,
    { answer, token: wanted }: { readonly answer: string; readonly token: string | undefined },
    settings: ExecuteOptions,
  ): Promise<ToolResult> {
    const own = this.waiting().filter(({ skill }) => skill === name);
    if (own.length === 0) return failure(`no run of '${name}' waits for an answer`);
    const waiting = own.findLast(
      ({ kind, token }) => kind === "model" && (wanted === undefined || token === wanted),
    );
    if (waiting === undefined)
      return failure(`the run of '${name}' waits for the user, and only the user can answer`);
    const { run, token } = waiting;
    const value = waiting.json ? parseJson(answer) : answer;
    if (value === undefined) return failure("the answer must be JSON that fits the schema of the question");
    return this.#told(name, () => this.#engine.runs.resume(run, { ...settings, token, answer: value }));
  }

  /** Answers what a run of this conversation waits for, on behalf of the user. */
  async resume(token: string, answer: JsonValue, options: RunCall): Promise<ActionExecutionResult> {
    const waiting = this.waiting().find((run) => run.token === token);
    if (waiting === undefined)
      throw new KnowhowError("run.token-refused", "no run of this conversation waits for this token", {
        hint: "`session.waitingRuns()` lists the runs that wait",
      });
    const settings = { ...this.#settings(options), by: "user" } as const;
    return this.#execute(() => this.#engine.runs.resume(waiting.run, { ...settings, token, answer }));
  }

  /** Cancels a run, on behalf of the user. */
  async cancel(run: string): Promise<void> {
    const options = { by: "user", session: this.#context.id } as const;
    await this.#engine.runs.cancel(run, "the user cancelled the run", options);
    this.#waiting.delete(run);
  }

  /** The runs of this conversation that wait for an answer. */
  waiting(): readonly WaitingRun[] {
    return [...this.#waiting.values()];
  }

  /** Id of the newest run of a skill that succeeded in this conversation. */
  succeeded(skill: string): string | undefined {
    return this.#succeeded.get(skill);
  }

  toJSON(): Pick<SessionState, "runs" | "ran"> {
    const ran = [...this.#succeeded].map(([skill, run]) => ({ skill, run }));
    return {
      ...(this.#waiting.size === 0 ? {} : { runs: this.waiting() }),
      ...(ran.length === 0 ? {} : { ran }),
    };
  }

  restore(runs: readonly WaitingRun[], ran: NonNullable<SessionState["ran"]>): void {
    for (const run of runs) this.#waiting.set(run.run, run);
    for (const { skill, run } of ran) this.#succeeded.set(skill, run);
  }

  #settings({ signal, onEvent }: RunCall): ExecuteOptions {
    const { approver = this.#engine.approver, tools, scripts = false } = this.#options;
    return {
      session: this.#context.id,
      scope: this.#context.scope(),
      promptsWait: true,
      scripts,
      ...(approver === undefined ? {} : { approver }),
      ...(tools === undefined ? {} : { tools }),
      ...(signal === undefined ? {} : { signal }),
      ...(onEvent === undefined ? {} : { onEvent }),
    };
  }

  async #told(name: string, work: () => Promise<ActionExecutionResult>): Promise<ToolResult> {
    return describeResult(name, await this.#execute(work), {
      tool: this.#workflows.tool,
      fence: this.#context.fence,
    });
  }

  /** Executes a run, and remembers what it waits for. */
  async #execute(work: () => Promise<ActionExecutionResult>): Promise<ActionExecutionResult> {
    const result = await work();
    const { runId, skill, status, waiting } = result;
    this.#waiting.delete(runId);
    if (waiting !== undefined) {
      this.#waiting.set(runId, waitingRun(result, waiting));
      // A question can quote what the tools of the run returned.
      if (waiting.kind !== "time") this.#context.remember(`the workflow ${skill}`);
    }
    if (status === "succeeded") this.#succeeded.set(skill, runId);
    return result;
  }

  #withToken(name: string, token: string): WaitingRun | undefined {
    return this.waiting().find((run) => run.skill === name && run.token === token);
  }
}

function waitingRun(
  { runId, skill }: ActionExecutionResult,
  { kind, step, prompt, arguments: covered, token, schema }: RunWait,
): WaitingRun {
  return {
    skill,
    run: runId,
    kind,
    step,
    prompt,
    ...(covered === undefined ? {} : { arguments: covered }),
    token,
    json: schema !== undefined,
  };
}

/** The inputs that have a value. */
function withoutNulls(inputs: RunInputs): RunInputs {
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null));
}

/** The variables of a trigger that are inputs of the workflow. */
function declared(
  { inputs }: Workflow,
  variables: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const properties = isRecord(inputs.properties) ? inputs.properties : {};
  return Object.fromEntries(Object.entries(variables).filter(([name]) => Object.hasOwn(properties, name)));
}

function parseJson(text: string): JsonValue | undefined {
  try {
    const copied = copyJson(JSON.parse(text));
    return copied.ok ? copied.value : undefined;
  } catch {
    return undefined;
  }
}
