import type { JsonValue } from "../../basics/copy-json.ts";
import { parseDuration } from "../../basics/parse-duration.ts";
import { askApproval, askQuestion, waitForTime } from "./ask-user.ts";
import { carriedOutside, withOutside } from "./carried-outside.ts";
import type { CompiledStep } from "./compile-skill.ts";
import { type Frame, timeFailure } from "./frame.ts";
import { isPlainValue, quoteOutside, type Sources, sourcesOf } from "./outside.ts";
import { pauseFor } from "./pause-for.ts";
import { readOutput } from "./run-leaf.ts";
import { StepFailure } from "./step-failure.ts";

/** Waits up to this long keep the process running; a longer one pauses the run. */
const SHORT_WAIT_MS = 60_000;

/** The output of a step that waits for a person or a time. */
export async function waitForUser(
  compiled: CompiledStep,
  kind: "approve" | "ask" | "wait",
  key: string,
  frame: Frame,
): Promise<JsonValue> {
  const { run, scope } = frame;
  const { step } = compiled;
  const failed = timeFailure(frame);
  if (failed !== undefined) throw failed;
  if (kind === "wait") return waitUntil(run.redact.text(textOf(compiled, frame)), key, frame);
  const prompt = run.redact.text(questionOf(compiled, frame));
  if (kind === "ask") {
    const { schema, timeoutMs } = step;
    const given = await askQuestion(key, { kind: "input", prompt, schema, timeoutMs }, frame);
    if (given === undefined) throw new StepFailure("timeout", "nobody answered in time");
    return run.redact.value(given.value);
  }
  const covered =
    compiled.with === undefined ? undefined : readOutput(compiled.with(scope, run.environment), frame);
  const answer = await askApproval(
    key,
    {
      kind: "step",
      subject: key,
      prompt: withOutside(prompt, carriedOutside(compiled, frame)),
      timeoutMs: step.timeoutMs,
      ...(covered === undefined ? {} : { arguments: covered }),
    },
    frame,
  );
  const { approved, comment = null } = answer ?? { approved: false, comment: "nobody answered in time" };
  // If nothing reads the answer, a refusal must not be overlooked.
  if (!approved && !frame.compiled.reads.has(step.id)) {
    const said = comment === null ? "" : `: ${run.redact.text(comment)}`;
    throw new StepFailure("refused", `the step was not approved${said}`);
  }
  return { approved, comment: comment === null ? null : run.redact.text(comment) };
}

/** Waits for a duration or until a point in time, which is fixed when the step begins. */
async function waitUntil(text: string, key: string, frame: Frame): Promise<JsonValue> {
  const { context } = frame.run;
  const duration = parseDuration(text.trim());
  const at = duration === undefined ? Date.parse(text.trim()) : 0;
  if (Number.isNaN(at))
    throw new StepFailure("invalid_input", "`wait` needs a duration such as 15m, or a point in time");
  const fixed = await frame.durable.step(key, async () =>
    duration === undefined ? at : context.now() + duration,
  );
  const until = Number(fixed);
  const left = until - context.now();
  if (left > SHORT_WAIT_MS) await waitForTime(key, until, frame);
  else if (left > 0) {
    frame.onWait?.();
    await pauseFor(left, frame);
  }
  return new Date(until).toISOString();
}

/** The rendered text of a step. What it has from outside is passed through `mark`. */
export function textOf(
  { text, step, reads }: CompiledStep,
  { scope, run }: Frame,
  mark?: (text: string, sources: Sources) => string,
): string {
  if (text === undefined) throw new StepFailure("failed", `the step "${step.id}" has no text`);
  if (mark === undefined || sourcesOf(reads.text, scope).length === 0) return text(scope, run.environment);
  return text(scope, {
    ...run.environment,
    mark: (part, read) => {
      const sources = sourcesOf(read, scope);
      return sources.length === 0 || isPlainValue(part) ? part : mark(part, sources);
    },
  });
}

/** A question to a person: text from outside is quoted in it, and never the question itself. */
function questionOf(compiled: CompiledStep, frame: Frame): string {
  let isQuoting = false;
  const text = textOf(compiled, frame, (part, sources) => {
    isQuoting = true;
    return quoteOutside(part, sources);
  });
  if (!isQuoting) return text;
  return `The skill "${frame.skill.name}" asks, with text from outside in quotation marks: ${text}`;
}
