import { requestApproval } from "../../approver.ts";
import { canonicalJson } from "../../basics/canonical-json.ts";
import type { JsonValue } from "../../basics/copy-json.ts";
import { isRecord } from "../../basics/is-record.ts";
import { isRunSuspended, type RunWait } from "../../run.ts";
import type { JsonSchema, Step } from "../../workflow.ts";
import { checkCancelled, type Frame, RunPaused, rowOf, timeFailure } from "./frame.ts";
import { signToken } from "./resume-token.ts";
import { timedOut } from "./timed-out.ts";

/** The user's answer; undefined if none came in time. */
export type Answer = { readonly approved: boolean; readonly comment?: string } | undefined;

/** What an approval is about. */
export interface Approval {
  readonly kind: "tool" | "step" | "script" | "install";
  /** Name of the tool or the script, or path of the step. */
  readonly subject: string;
  /** The question, without secrets. */
  readonly prompt: string;
  /** What the approval covers, without secrets. */
  readonly arguments?: JsonValue;
  readonly timeoutMs?: number | undefined;
}

/**
 * Asks for approval: the approver if there is one that answers now, else whoever continues the paused run. The answer
 * belongs to exactly this question and these arguments; after a change of either it is asked again.
 */
export async function askApproval(key: string, approval: Approval, frame: Frame): Promise<Answer> {
  const { kind, subject, prompt } = approval;
  const { context } = frame.run;
  const digest = questionDigest(key, approval, frame);
  const ask = async (): Promise<JsonValue | undefined> => {
    if (context.approver === undefined) return undefined;
    const outcome = await requestApproval(
      { kind, subject, skill: frame.skill.name, arguments: approval.arguments, reason: prompt },
      {
        approver: context.approver,
        hash: context.hash,
        signal: frame.signal,
        audit: context.audit,
        row: { digest, ...rowOf(frame) },
      },
    );
    const decided = outcome.approved ? "approved" : outcome.pending ? "pending" : "refused";
    context.emit({ type: "approval.decided", kind, subject, skill: frame.skill.name, outcome: decided });
    if (!outcome.approved)
      return outcome.pending ? undefined : { answer: "no", comment: frame.run.redact.text(outcome.reason) };
    return { answer: "yes" };
  };
  const given = await waitFor(key, { ...approval, kind: "approval", digest, ask }, frame);
  if (given === null) return undefined;
  return readAnswer(given);
}

/** Asks a question that a person, or the model of the conversation, answers. Undefined if no answer came in time. */
export async function askQuestion(
  key: string,
  question: {
    readonly kind: "input" | "model";
    readonly prompt: string;
    readonly schema?: JsonSchema | undefined;
    readonly timeoutMs?: number | undefined;
  },
  frame: Frame,
): Promise<{ readonly value: JsonValue } | undefined> {
  const digest = questionDigest(key, question, frame);
  const given = await waitFor(key, { ...question, digest }, frame);
  return isRecord(given) && given.value !== undefined ? { value: given.value } : undefined;
}

/** What to do with a write that was interrupted. */
export async function askWhetherToRepeat(
  step: Step,
  key: string,
  frame: Frame,
): Promise<"repeat" | "done" | "fail"> {
  const prompt = `The step "${step.id}" was interrupted while it changed something, and nobody knows whether the change was made. Repeat it?`;
  const digest = questionDigest(`${key}!`, { prompt }, frame);
  const schema = { enum: ["repeat", "done", "fail"] };
  const given = await waitFor(
    `${key}!`,
    { prompt, schema, kind: "approval", digest, uncertain: true },
    frame,
  );
  const { answer } = isRecord(given) ? given : {};
  if (answer === "repeat" || answer === "yes") return "repeat";
  return answer === "done" || answer === "no" ? "done" : "fail";
}

/** Waits until a point in time. */
export async function waitForTime(key: string, until: number, frame: Frame): Promise<void> {
  const prompt = `Waits until ${new Date(until).toISOString()}.`;
  const digest = questionDigest(key, { prompt }, frame);
  await waitFor(key, { prompt, kind: "time", digest, until }, frame);
}

interface Question {
  readonly kind: RunWait["kind"];
  readonly prompt: string;
  readonly digest: string;
  readonly arguments?: JsonValue;
  readonly schema?: JsonSchema | undefined;
  readonly timeoutMs?: number | undefined;
  readonly until?: number;
  /** True if the question is whether to repeat a write that was interrupted. */
  readonly uncertain?: true;
  readonly ask?: () => Promise<JsonValue | undefined>;
}

/** The key of a wait contains the digest, so that an answer never counts for another question. */
async function waitFor(key: string, question: Question, frame: Frame): Promise<JsonValue> {
  const { run, durable } = frame;
  const { prompt, digest, kind, schema, timeoutMs, ask } = question;
  const waitKey = `${key}?${digest.slice(0, 16)}`;
  const own = question.until ?? (timeoutMs === undefined ? undefined : run.context.now() + timeoutMs);
  const until = Math.min(own ?? Number.POSITIVE_INFINITY, frame.until?.at ?? Number.POSITIVE_INFINITY);
  const begun = async () => {
    frame.onWait?.();
    return ask?.();
  };
  try {
    const answer = await durable.wait(waitKey, {
      kind,
      ...(Number.isFinite(until) ? { until } : {}),
      ...(ask === undefined ? {} : { ask: begun }),
    });
    if (answer === null && frame.until !== undefined && frame.until.at <= run.context.now())
      throw timedOut(0, frame.until.key);
    return answer;
  } catch (error) {
    checkCancelled(run);
    if (!isRunSuspended(error)) throw timeFailure(frame) ?? error;
    frame.onWait?.();
    const subject = { run: run.context.runId, key: waitKey, digest };
    const waiting: RunWait = {
      step: key.replace(/[!+]$/, ""),
      kind,
      prompt,
      ...(question.arguments === undefined ? {} : { arguments: question.arguments }),
      token: signToken(subject, await run.context.secret(), run.context.hash),
      digest,
      key: waitKey,
      ...(schema === undefined ? {} : { schema }),
      ...(question.uncertain === undefined ? {} : { uncertain: question.uncertain }),
      ...(error.until === undefined ? {} : { until: error.until }),
    };
    throw new RunPaused({ waiting });
  }
}

/** Covers everything that the user decides about, and where: two steps with the same question have two answers. */
function questionDigest(
  key: string,
  {
    prompt,
    arguments: args,
    schema,
  }: Partial<Pick<Question, "arguments" | "schema">> & { readonly prompt: string },
  { run, skill }: Frame,
): string {
  const subject = { skill: skill.name, content: skill.digest, step: key, prompt, arguments: args, schema };
  return run.context.hash.sha256(canonicalJson(subject));
}

function readAnswer(given: JsonValue): NonNullable<Answer> {
  const { answer, comment } = isRecord(given) ? given : {};
  return { approved: answer === "yes", ...(typeof comment === "string" ? { comment } : {}) };
}
