import type { JsonValue } from "../basics/copy-json.ts";
import { validateValue } from "../basics/json-schema/validate-value.ts";
import { showPath } from "../basics/kind.ts";
import { KnowhowError } from "../errors.ts";
import type { KnowhowEvent } from "../events.ts";
import { redactSecrets } from "../execution/run/redact-secrets.ts";
import { type TokenVerdict, verifyToken } from "../execution/run/resume-token.ts";
import type { RunInputs } from "../execution/run/run-context.ts";
import type { AuditRecord } from "../ports.ts";
import type { RunView, RunWait } from "../run.ts";
import type { ResumeOptions } from "./run-options.ts";
import type { RunsContext } from "./runs-context.ts";

/** An answer that may be stored. */
export interface ReadAnswer {
  readonly key: string;
  readonly value: JsonValue;
  readonly row: AuditRecord;
  readonly event?: KnowhowEvent;
}

const REFUSALS: Readonly<Record<Exclude<TokenVerdict, "valid">, string>> = {
  forged: "it was not made by this host",
  "other-run": "it belongs to another run",
  stale: "the question has changed since",
};

/**
 * Checks that an answer belongs to exactly the question that a run waits for, and has the form that it needs. What the
 * user or the model wrote is stored without the secrets of the run; if they cannot be found, it is refused.
 */
export async function readAnswer(
  run: RunView,
  { token, answer = null, comment }: Pick<ResumeOptions, "token" | "answer" | "comment">,
  {
    runs,
    hash,
    now,
    secrets,
  }: Pick<RunsContext, "runs" | "hash" | "now"> & { readonly secrets: () => Promise<RunInputs> },
): Promise<ReadAnswer> {
  const { waiting, status, missing } = run.result;
  if (waiting === undefined || status !== "paused" || waiting.kind === "time")
    throw new KnowhowError("run.not-waiting", `the run "${run.id}" does not wait for an answer`, {
      hint: missing === undefined ? `it is ${status}` : missing.map(({ message }) => message).join("; "),
    });
  const { key, digest, until } = waiting;
  const hint = "`knowhow runs show` shows the question and its token";
  if (token === undefined)
    throw new KnowhowError("run.token-refused", "an answer needs the token of the question", { hint });
  const verdict = verifyToken(token, { run: run.id, key, digest }, await runs.secret(), hash);
  if (verdict !== "valid")
    throw new KnowhowError("run.token-refused", `the token is not accepted: ${REFUSALS[verdict]}`, { hint });
  if (until !== undefined && until <= now())
    throw new KnowhowError("run.answer-invalid", "the answer came too late", {
      hint: "continue the run without an answer",
    });
  const isValue = waiting.kind !== "approval";
  const given = isValue ? readInput(answer, waiting) : readDecision(answer, waiting);
  const redact = redactSecrets(isValue || comment !== undefined ? await secrets() : {});
  const value = isValue
    ? { value: redact.value(given) }
    : { answer: given, ...(comment === undefined ? {} : { comment: redact.text(comment) }) };
  const subject = { kind: "step", subject: waiting.step } as const;
  const row: AuditRecord = {
    action: "approval.given",
    actor: waiting.kind === "model" ? "model" : "user",
    skill: run.skill,
    digest,
    run: run.id,
    detail: {
      ...subject,
      answer: isValue ? "value" : String(given),
    },
  };
  if (isValue) return { key, value, row: { ...row, action: "answer.given" } };
  const isNo = given === "no";
  const event = { type: "approval.decided", ...subject, skill: run.skill } as const;
  return {
    key,
    value,
    row: isNo ? { ...row, action: "approval.refused" } : row,
    event: { ...event, outcome: isNo ? "refused" : "approved" },
  };
}

function readInput(answer: JsonValue, { schema, step }: RunWait): JsonValue {
  const checked = schema === undefined ? { ok: true as const, value: answer } : validateValue(answer, schema);
  if (checked.ok) return checked.value;
  const [first] = checked.problems;
  const where = first === undefined || first.path.length === 0 ? "it" : `\`${showPath(first.path)}\``;
  throw new KnowhowError(
    "run.answer-invalid",
    `the answer to "${step}" is not valid: ${where} ${first?.message ?? ""}`,
    first?.hint === undefined ? {} : { hint: first.hint },
  );
}

function readDecision(answer: JsonValue, { schema, step }: RunWait): string {
  const choices = schema?.enum;
  const said = answer === true ? "yes" : answer === false ? "no" : answer;
  if (said === "yes" || said === "no") return said;
  if (typeof said === "string" && Array.isArray(choices) && choices.includes(said)) return said;
  throw new KnowhowError("run.answer-invalid", `the answer to "${step}" must be yes or no`, {
    hint: Array.isArray(choices) ? `or one of ${choices.join(", ")}` : "pass true or false",
  });
}
