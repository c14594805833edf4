import type { KnowhowEvent, Runtime, Session, ToolResult } from "@knowhow/runtime";
import type { ActionExecutionResult, RunWait } from "@knowhow/runtime/workflows";
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  SdkError,
} from "@modelcontextprotocol/server";
import { toJsonValue } from "../json-value.ts";
import type { CallRequest } from "./call-request.ts";
import { answerIn, questionFor } from "./run-question.ts";
import { failed, toCallResult } from "./tool-result.ts";

/** A call that runs the workflow of a skill. */
export interface RunCall {
  readonly runtime: Runtime;
  readonly session: Session;
  /** Name of the session's tool that runs workflows. */
  readonly tool: string;
  /** Name of the skill in the library. */
  readonly skill: string;
  /** Arguments of that tool, of which the name of the skill is one. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly request: CallRequest;
}

/** Key of the only question of a result. */
const ANSWER = "answer";

/**
 * Runs a workflow, or continues it with the client's response to a question. What the run waits for is asked through the
 * client, if it can ask; otherwise the result says what it waits for. The tools of the run are those of the runtime.
 */
export async function callRun(call: RunCall): Promise<CallToolResult | InputRequiredResult> {
  const { state } = call.request;
  if (state === undefined) {
    const progress = countSteps(call.request, 0);
    return settle(await start(call, call.args, progress), call, progress.count());
  }
  const [, count = "0", token = ""] = /^(\d{1,9}) (.*)$/s.exec(state) ?? [];
  return proceed(call, token, countSteps(call.request, Number(count)));
}

interface Progress {
  readonly onEvent: NonNullable<Parameters<Session["call"]>[2]>["onEvent"];
  count(): number;
}

/** Reports every step that has ended, and what scripts do meanwhile. The number only grows, also over several requests. */
function countSteps({ report }: CallRequest, from: number): Progress {
  let count = from;
  return {
    onEvent: (event) => {
      const said = progressOf(event);
      if (said === undefined) return;
      count += 1;
      report?.(count, said);
    },
    count: () => count,
  };
}

/** What a client is told about an event; undefined if it is told nothing. */
function progressOf(event: KnowhowEvent): string | undefined {
  if (event.type === "step.finished") return `${event.step}: ${event.status}`;
  if (event.type === "script.preparing") return `${event.script}: downloading ${event.packages} packages`;
  if (event.type === "script.started") return `${event.script}: started`;
  if (event.type === "script.output")
    return `${event.script}: ${event.stdout + event.stderr} bytes of output`;
  return undefined;
}

function start(
  { session, tool, request: { signal } }: RunCall,
  args: RunCall["args"],
  { onEvent }: Progress,
  more: {
    readonly resume?: string;
    readonly answer?: NonNullable<Parameters<Session["call"]>[2]>["answer"];
  } = {},
): Promise<ToolResult> {
  return session.call(tool, args, { signal, onEvent, ...more });
}

/** Continues the run that waits for the token of the state. */
async function proceed(
  call: RunCall,
  token: string,
  progress: Progress,
): Promise<CallToolResult | InputRequiredResult> {
  const { runtime, session, skill, args, request } = call;
  const waiting = session.waitingRuns().find((run) => run.token === token && run.skill === skill);
  const wait = waiting && (await runtime.runs.get(waiting.run))?.result.waiting;
  if (wait === undefined) return failed("No run of this skill waits for this answer any more.");
  const answer = answerIn(inputResponse(request.responses, ANSWER), wait);
  const { inputs: _, ...named } = args;
  if (answer === undefined)
    return settle(await start(call, named, progress, { resume: token }), call, progress.count(), "quiet");
  if (answer.by === "model")
    return settle(
      await start(call, { ...named, answer: answer.text }, progress, { resume: token }),
      call,
      progress.count(),
    );
  const told = await start(call, named, progress, { resume: token, answer: answer.value });
  const isRefused = told.isError && told.metadata.runId === undefined;
  const again = isRefused ? questionFor(wait, request.means, told.text) : undefined;
  return again === undefined ? settle(told, call, progress.count()) : ask(again, wait, progress.count());
}

/** The result of a call: the question that the run waits for, or how it stands. */
async function settle(
  told: ToolResult,
  call: RunCall,
  steps: number,
  mode: "ask" | "quiet" = "ask",
): Promise<CallToolResult | InputRequiredResult> {
  const { runtime, session, request } = call;
  const { runId } = told.metadata;
  const result = typeof runId === "string" ? (await runtime.runs.get(runId))?.result : undefined;
  if (result === undefined) return toCallResult({ ...told, metadata: {} });
  const { waiting } = result;
  const question =
    waiting === undefined || mode === "quiet" ? undefined : questionFor(waiting, request.means);
  if (waiting === undefined || question === undefined) return toRunResult(told, result);
  const { signal } = request;
  // Older clients keep the request open while they ask. If they cancel it, the run ends; if they are gone, it can be
  // continued elsewhere.
  const cancel = () => {
    if (!(signal.reason instanceof SdkError)) void session.cancelRun(result.runId);
  };
  signal.addEventListener("abort", cancel, { once: true });
  return ask(question, waiting, steps);
}

function ask(
  question: NonNullable<ReturnType<typeof questionFor>>,
  { token }: RunWait,
  steps: number,
): InputRequiredResult {
  return inputRequired({ inputRequests: { [ANSWER]: question }, requestState: `${steps} ${token}` });
}

/** How a run stands, without the token: whoever has it can answer. */
function toRunResult(told: ToolResult, result: ActionExecutionResult): CallToolResult {
  const { runId, status, output, steps, waiting, error } = result;
  const structured = toJsonValue({
    run: runId,
    status,
    ...(output === undefined ? {} : { output }),
    steps: steps.map((step) => ({ id: step.id, status: step.status })),
    ...(waiting === undefined
      ? {}
      : { waiting: { step: waiting.step, kind: waiting.kind, prompt: waiting.prompt } }),
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
  });
  return {
    ...toCallResult({ ...told, metadata: {} }, howToContinue(result)),
    structuredContent: Object(structured),
  };
}

function howToContinue({ runId, waiting }: ActionExecutionResult): readonly string[] {
  if (waiting === undefined || waiting.kind === "model") return [];
  if (waiting.kind === "time") return [`After that time, \`knowhow resume ${runId}\` continues the run.`];
  return [
    `Only the user can answer. Tell the user to run \`knowhow resume ${runId}\` in a terminal, which shows the question and continues the run.`,
  ];
}

/** The schema of the structured content. */
export const RUN_OUTPUT = {
  type: "object",
  properties: {
    run: { type: "string", description: "Id of the run." },
    status: { type: "string", enum: ["running", "paused", "succeeded", "failed", "cancelled"] },
    output: { description: "The output of the workflow, once it has succeeded." },
    steps: { type: "array", items: { type: "object" } },
    waiting: { type: "object", description: "What the run waits for." },
    error: { type: "object" },
  },
  required: ["run", "status", "steps"],
} as const;
