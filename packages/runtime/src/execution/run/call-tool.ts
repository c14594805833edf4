import { noteAction, recordAction } from "../../audit.ts";
import { mapAwaitable, toAwaitable } from "../../basics/awaitable.ts";
import { canonicalJson } from "../../basics/canonical-json.ts";
import type { JsonValue } from "../../basics/copy-json.ts";
import { validateValue } from "../../basics/json-schema/validate-value.ts";
import type { Awaitable } from "../../ports.ts";
import type { RunTool } from "../../run.ts";
import type { SideEffects } from "../../skill-tool.ts";
import { missingTool } from "../needs/missing-need.ts";
import { askApproval } from "./ask-user.ts";
import { carriedOutside, outsideDanger, withOutside } from "./carried-outside.ts";
import { problemText } from "./check-inputs.ts";
import type { CompiledStep } from "./compile-skill.ts";
import { type Frame, type KnownTool, rowOf } from "./frame.ts";
import { missingLeaf } from "./missing-leaf.ts";
import { type Attempt, type Leaf, readValue } from "./run-leaf.ts";
import { StepFailure } from "./step-failure.ts";
import { untilAborted } from "./time-limit.ts";

/** Side effects that need approval unless the host says otherwise. */
const NEED_APPROVAL: readonly SideEffects[] = ["write", "execute"];

/**
 * The call of a tool, on the one path of permissions: the tool scope of the skill and of all its callers, the host's
 * policy and the user's approval, the audit log, then the host's own tool.
 */
export function callTool(compiled: CompiledStep, name: string, key: string, frame: Frame): Awaitable<Leaf> {
  return mapAwaitable(frame.run.tools(), (tools) => {
    const known = tools.get(name);
    if (known !== undefined) return leafOf(compiled, known, key, frame);
    return missingLeaf({ missing: missingTool(name, tools.keys()), code: "unknown_tool" }, frame);
  });
}

function leafOf(compiled: CompiledStep, known: KnownTool, key: string, frame: Frame): Leaf {
  const { tool } = known;
  const { run, scope } = frame;
  const { context, environment } = run;
  const input = readValue(compiled.with?.(scope, environment) ?? {}, frame);
  checkInput(tool, input);
  const effect = compiled.step.effect ?? (tool.sideEffects === "read" ? "read" : "write");
  const isAudited = context.audit !== undefined && (tool.sideEffects !== "read" || effect === "write");
  const ownKey = compiled.key?.(scope, environment);
  const call = ({ signal, attempt }: Attempt): Awaitable<unknown> => {
    const idempotencyKey = ownKey ?? `${context.runId}:${key}`;
    const { directory } = run.definition;
    const details = { signal, run: context.runId, directory, step: key, attempt, idempotencyKey };
    const called = toAwaitable(tool.call(input, details));
    return called instanceof Promise ? untilAborted(called, signal) : called;
  };
  return {
    effect,
    ...(ownKey === undefined ? {} : { idempotencyKey: ownKey }),
    inside: tool.outside === false,
    before: () => permit(known, input, key, { frame, compiled }),
    act: (attempt) => (isAudited ? record(tool, input, frame).then(() => call(attempt)) : call(attempt)),
  };
}

function checkInput({ name, inputSchema }: RunTool, input: JsonValue): void {
  if (inputSchema === undefined) return;
  const checked = validateValue(input, inputSchema);
  if (checked.ok) return;
  throw new StepFailure("invalid_input", `the tool "${name}" ${problemText(checked.problems)}`);
}

interface Asking {
  readonly frame: Frame;
  readonly compiled: CompiledStep;
}

/** Throws `StepFailure` unless the call may be made. */
function permit(known: KnownTool, input: JsonValue, key: string, asking: Asking): Awaitable<void> {
  const { tool } = known;
  const { frame, compiled } = asking;
  const { run, guard, skill } = frame;
  const { verdict, reason } = guard.decide({ name: tool.name, input });
  if (verdict === "deny") {
    const denied = new StepFailure("denied", `the tool "${tool.name}" cannot be used: ${reason}`, {
      hint: `add it to \`allowed-tools\` or \`tools\` of the skill "${skill.name}", or of the one that is named`,
    });
    return noteAction(run.context.audit, {
      action: "tool.denied",
      actor: "engine",
      skill: skill.name,
      ...rowOf(frame),
      detail: { tool: tool.name },
    }).then(() => Promise.reject(denied));
  }
  const { approve = NEED_APPROVAL, allow = [] } = run.context.policy ?? {};
  const isRisky = approve.includes(tool.sideEffects) && !allow.includes(tool.name);
  // No policy allows this: only a person can tell whether the text is what the skill is meant to run or to write.
  const danger = known.canEndanger ? outsideDanger(tool, input, carriedOutside(compiled, frame)) : undefined;
  if (verdict !== "ask" && !isRisky && danger === undefined) return;
  const why = danger ?? (verdict === "ask" ? reason : RISKS[tool.sideEffects]);
  return askFirst(tool, input, key, { ...asking, why });
}

async function askFirst(
  tool: RunTool,
  input: JsonValue,
  key: string,
  { frame, compiled, why }: Asking & { readonly why: string },
): Promise<void> {
  const { run, skill } = frame;
  const carried = carriedOutside(compiled, frame);
  const answer = await askApproval(
    key,
    {
      kind: "tool",
      subject: tool.name,
      prompt: withOutside(
        `Allow the skill "${skill.name}" to call the tool "${tool.name}"? Approval is needed because ${why}.`,
        carried,
      ),
      arguments: run.redact.value(input),
    },
    frame,
  );
  if (answer?.approved === true) return;
  const said = answer?.comment === undefined ? "" : `: ${run.redact.text(answer.comment)}`;
  throw new StepFailure("refused", `the tool "${tool.name}" was not approved${said}`);
}

const RISKS: Readonly<Record<SideEffects, string>> = {
  read: "the host's policy asks for every call",
  write: "it changes something",
  execute: "it can run programs",
};

/** Written before the effect: if the audit log cannot be written, the tool is not called. */
async function record(tool: RunTool, input: JsonValue, frame: Frame): Promise<void> {
  const { run, skill } = frame;
  const { audit, hash } = run.context;
  await recordAction(audit, {
    action: "tool.called",
    actor: "engine",
    skill: skill.name,
    digest: hash.sha256(canonicalJson(run.redact.value(input))),
    ...rowOf(frame),
    detail: { tool: tool.name, effects: tool.sideEffects },
  });
}
