import { noteAction, recordAction } from "./audit.ts";
import { canonicalJson } from "./basics/canonical-json.ts";
import { copyJson, type JsonValue } from "./basics/copy-json.ts";
import type { AuditLog, AuditRecord, Awaitable, Hash } from "./ports.ts";

/** Something that needs the user's approval before it happens. */
export interface ApprovalQuestion {
  readonly kind: "tool" | "step" | "script" | "install" | "trust" | "proposal";
  /** Name of the tool, step, script or skill that the question is about, or id of the proposal. */
  readonly subject: string;
  /** The skill that the question is asked for. */
  readonly skill?: string | undefined;
  /** The arguments that the subject would receive, as plain JSON data. */
  readonly arguments?: unknown;
  /** Why the question is asked, for the user to read. */
  readonly reason: string;
}

/** The question that an approver shows to the user. It is frozen, and exactly these arguments are used after a yes. */
export interface ApprovalRequest extends ApprovalQuestion {
  readonly arguments?: JsonValue;
  /** SHA-256 over the canonical JSON of kind, subject, skill and arguments. */
  readonly digest: string;
}

/** The user's answer; `later` means that the user did not answer now and may be asked again. */
export interface ApprovalAnswer {
  readonly answer: "yes" | "no" | "later";
  readonly reason?: string | undefined;
  /** Digest of the request that was answered, for answers from another process. A different digest counts as a no. */
  readonly digest?: string | undefined;
}

/** Asks the user a question in a terminal, a browser or a host application. Anything but a yes counts as a no. */
export type Approver = (
  request: ApprovalRequest,
  context: { readonly signal?: AbortSignal | undefined },
) => Awaitable<ApprovalAnswer>;

/** The result of a question. */
export type ApprovalOutcome =
  | { readonly approved: true; readonly request: ApprovalRequest }
  | {
      readonly approved: false;
      /** True if the user did not answer now and may be asked again. */
      readonly pending: boolean;
      /** A clause that completes "this needs the user's approval, and …". */
      readonly reason: string;
    };

/** How a question is asked. Without an approver every question is refused. */
export interface ApprovalContext {
  readonly approver: Approver | undefined;
  readonly hash: Pick<Hash, "sha256">;
  readonly signal?: AbortSignal | undefined;
  /** Where the question and its answer are recorded. Default nowhere. */
  readonly audit?: AuditLog | undefined;
  /** Which conversation and run the records name, and their digest if it is not that of the request. */
  readonly row?: Pick<AuditRecord, "session" | "run" | "digest">;
}

/**
 * Asks for approval and fails closed: no approver, an error or an unknown answer counts as a no. Question and answer
 * are recorded before anything follows from them. Throws only when aborted, or if the question or a yes cannot be recorded.
 */
export async function requestApproval(
  question: ApprovalQuestion,
  { approver, hash, signal, audit, row = {} }: ApprovalContext,
): Promise<ApprovalOutcome> {
  signal?.throwIfAborted();
  // Copy before awaiting anything, so that a caller who changes the arguments later cannot change what was approved.
  const made = makeRequest(question, hash);
  const record = recordOf(question, typeof made === "string" ? row : { digest: made.digest, ...row });
  if (approver === undefined || typeof made === "string") {
    await noteAction(audit, record("approval.refused", "engine"));
    return refuse(approver === undefined ? "this application has no way to ask" : String(made));
  }
  if (audit === undefined) return ask(made, approver, signal);
  await recordAction(audit, record("approval.asked", "engine"));
  const outcome = await ask(made, approver, signal);
  if (outcome.approved) await recordAction(audit, record("approval.given", "user"));
  else if (!outcome.pending) await noteAction(audit, record("approval.refused", "user"));
  return outcome;
}

/** Names and digests of a question, for the audit log; never its arguments. */
function recordOf({ kind, subject, skill }: ApprovalQuestion, row: NonNullable<ApprovalContext["row"]>) {
  return (action: string, actor: AuditRecord["actor"]): AuditRecord => ({
    action,
    actor,
    ...(skill === undefined ? {} : { skill }),
    ...row,
    detail: { kind, subject: clip(subject) },
  });
}

async function ask(
  made: ApprovalRequest,
  approver: Approver,
  signal: AbortSignal | undefined,
): Promise<ApprovalOutcome> {
  try {
    signal?.throwIfAborted();
    const given: unknown = await untilAborted(() => approver(made, { signal }), signal);
    signal?.throwIfAborted();
    return readAnswer(given, made);
  } catch (error) {
    signal?.throwIfAborted();
    return refuse(`asking failed: ${messageOf(error)}`);
  }
}

/** The request to show, or why it cannot be shown. */
function makeRequest(question: ApprovalQuestion, hash: Pick<Hash, "sha256">): ApprovalRequest | string {
  const { kind, subject, skill, reason } = question;
  const asked = { kind, subject, ...(skill === undefined ? {} : { skill }) };
  if (question.arguments === undefined) return seal(asked, reason, hash);
  const copied = copyJson(question.arguments);
  if (!copied.ok) return `its input cannot be shown to the user: it ${copied.problem}`;
  return seal({ ...asked, arguments: copied.value }, reason, hash);
}

function seal(
  asked: Omit<ApprovalRequest, "reason" | "digest">,
  reason: string,
  hash: Pick<Hash, "sha256">,
): ApprovalRequest {
  return Object.freeze({ ...asked, reason, digest: hash.sha256(canonicalJson(asked)) });
}

function readAnswer(given: unknown, request: ApprovalRequest): ApprovalOutcome {
  const { answer, reason, digest } = isRecord(given) ? given : {};
  const isReason = reason === undefined || typeof reason === "string";
  if (!isReason || (answer !== "yes" && answer !== "no" && answer !== "later"))
    return refuse("the answer was not recognized");
  if (digest !== undefined && digest !== request.digest)
    return refuse("the answer was for a different request");
  if (answer === "yes") return { approved: true, request };
  const said = answer === "no" ? "the user said no" : "the user has not answered yet";
  const why = reason === undefined || reason === "" ? said : `${said}: ${clip(reason)}`;
  return { approved: false, pending: answer === "later", reason: why };
}

/** Waits for an answer, but only until the signal aborts. */
async function untilAborted<Value>(
  ask: () => Awaitable<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return ask();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([ask(), aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function refuse(reason: string): ApprovalOutcome {
  return { approved: false, pending: false, reason };
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return clip(error.message);
  return typeof error === "string" ? clip(error) : "unknown error";
}

function clip(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
