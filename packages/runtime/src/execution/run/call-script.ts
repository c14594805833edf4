import { noteAction } from "../../audit.ts";
import type { JsonValue } from "../../basics/copy-json.ts";
import { isRecord } from "../../basics/is-record.ts";
import { isKnowhowError } from "../../errors.ts";
import type { RunNeed, RunScripts, ScriptCall } from "../../run.ts";
import type { ScriptPlan, ScriptResult } from "../../script.ts";
import type { Step } from "../../workflow.ts";
import { scriptName } from "../needs/find-needs.ts";
import { missingScripts } from "../needs/missing-need.ts";
import { tryScript } from "../needs/try-script.ts";
import { shownPackages, shownScript } from "../scripts/shown-script.ts";
import { denyScript, SCRIPT_TOOL } from "../workflow/deny-script.ts";
import { type Approval, askApproval } from "./ask-user.ts";
import { carriedOutside, withOutside } from "./carried-outside.ts";
import type { CompiledStep } from "./compile-skill.ts";
import { type Frame, rowOf } from "./frame.ts";
import { lackOf, missingLeaf } from "./missing-leaf.ts";
import { type Leaf, readValue } from "./run-leaf.ts";
import { StepFailure, toFailure } from "./step-failure.ts";
import { timedOut } from "./timed-out.ts";

/**
 * The run of a script of the skill: the lists of tools of all callers, the user's approval of exactly what is planned,
 * then the sandbox.
 */
export async function callScript(
  compiled: CompiledStep,
  name: string,
  key: string,
  frame: Frame,
): Promise<Leaf> {
  const { run, scope, skill } = frame;
  const { context, environment } = run;
  const { step } = compiled;
  const { scripts } = context;
  const need: RunNeed = { kind: "script", name: scriptName(skill.name, name) };
  if (scripts === undefined) return missingLeaf({ missing: missingScripts(need), code: "no_scripts" }, frame);
  const given = readArguments(readValue(compiled.with?.(scope, environment) ?? {}, frame));
  const call: ScriptCall = { skill: skill.name, script: name, digest: skill.digest, ...given };
  const tried = await asFailure(() => tryScript(call, need, scripts));
  if (tried.missing !== undefined) return missingLeaf({ ...tried, need }, frame);
  const { plan } = tried;
  const ownKey = compiled.key?.(scope, environment);
  return {
    effect: step.effect ?? "write",
    ...(ownKey === undefined ? {} : { idempotencyKey: ownKey }),
    before: async () => {
      await permit(compiled, plan, key, frame);
      // While somebody was asked, time has passed.
      if (context.approver === undefined) return;
      const again = await asFailure(() => tryScript(call, need, scripts));
      if (again.missing !== undefined) throw lackOf({ ...again, need }, frame);
    },
    act: ({ signal }) => runIt({ scripts, call, plan, step }, frame, signal),
  };
}

async function runIt(
  {
    scripts,
    call,
    plan,
    step,
  }: {
    readonly scripts: RunScripts;
    readonly call: ScriptCall;
    readonly plan: ScriptPlan;
    readonly step: Step;
  },
  frame: Frame,
  signal: AbortSignal,
): Promise<JsonValue> {
  const result = await scripts.run(call, plan, { signal, ...rowOf(frame), emit: frame.run.context.emit });
  signal.throwIfAborted();
  return readResult(result, step);
}

/** `args` are the words of the command line, `stdin` is what the script reads. */
function readArguments(given: JsonValue): Pick<ScriptCall, "args" | "stdin"> {
  const { args = [], stdin } = isRecord(given) ? given : {};
  const words: readonly JsonValue[] = Array.isArray(args) ? args : [args];
  const texts = words.flatMap((word) =>
    typeof word === "string" || typeof word === "number" || typeof word === "boolean" ? [String(word)] : [],
  );
  if (texts.length !== words.length)
    throw new StepFailure("invalid_input", "the arguments of a script must be strings or numbers", {
      hint: "pass other values with `stdin`, which becomes JSON",
    });
  if (stdin === undefined || stdin === null) return { args: texts };
  return { args: texts, stdin: typeof stdin === "string" ? stdin : JSON.stringify(stdin) };
}

/** Throws `StepFailure` unless the script may be run. */
async function permit(compiled: CompiledStep, plan: ScriptPlan, key: string, frame: Frame): Promise<void> {
  const { run, skill } = frame;
  const subject = `${plan.skill}/${plan.script}`;
  const { context, definition } = run;
  const grants = definition.grants ?? context.scope?.grants;
  const reason = denyScript(plan, frame.declarations, {
    ...context.scope,
    ...(grants === undefined ? {} : { grants }),
  });
  if (reason !== undefined) {
    await noteAction(context.audit, {
      action: "tool.denied",
      actor: "engine",
      skill: skill.name,
      ...rowOf(frame),
      detail: { tool: SCRIPT_TOOL, script: plan.script },
    });
    throw new StepFailure("denied", `the script ${plan.script} cannot be run: ${reason}`, {
      hint: `add ${SCRIPT_TOOL} to \`allowed-tools\` or \`tools\` of the skill that is named`,
    });
  }
  const ask = async (askKey: string, approval: Approval) => {
    const answer = await askApproval(askKey, approval, frame);
    if (answer?.approved === true) return;
    const said = answer?.comment === undefined ? "" : `: ${run.redact.text(answer.comment)}`;
    throw new StepFailure("refused", `${approval.subject} was not approved${said}`);
  };
  await ask(key, {
    kind: "script",
    subject,
    prompt: withOutside(
      `Allow the skill "${skill.name}" to run the script ${plan.script} in a sandbox?`,
      carriedOutside(compiled, frame),
    ),
    arguments: run.redact.value(shownScript(plan)),
  });
  for (const packages of plan.unprepared)
    await ask(`${key}+`, {
      kind: "install",
      subject,
      prompt: `Download the packages that ${plan.script} of the skill "${skill.name}" needs?`,
      arguments: shownPackages(packages),
    });
}

const MAX_SAID = 500;

/** The output of the step. Another exit code than expected is a failure, with the end of what the script said. */
function readResult(result: ScriptResult, { exit = [0], timeoutMs }: Step): JsonValue {
  const { script, exitCode, signal, stopped, stdout, stderr, isCut, artifacts, folder } = result;
  if (stopped === "time") throw timedOut(timeoutMs ?? result.ms);
  if (stopped !== undefined) throw new StepFailure("stopped", `${script} was stopped (${stopped})`);
  const isExpected = exitCode !== undefined && (exit === "any" || exit.includes(exitCode));
  if (!isExpected) {
    const how = exitCode === undefined ? `was ended by ${signal}` : `ended with exit code ${exitCode}`;
    const said = (stderr.trim() === "" ? stdout : stderr).trim().slice(-MAX_SAID);
    throw new StepFailure("exit", `${script} ${how}${said === "" ? "" : `: ${said}`}`);
  }
  return {
    exitCode,
    stdout,
    stderr,
    isCut,
    artifacts: artifacts.map(({ path, size, digest }) => ({ path, size, digest })),
    ...(folder === undefined ? {} : { folder }),
  };
}

/** What cannot be run is a failure of the step, not of the engine. */
async function asFailure<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (isKnowhowError(error)) throw toFailure(error);
    throw error;
  }
}
