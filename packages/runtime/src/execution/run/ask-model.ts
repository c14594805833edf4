import { copyJson, type JsonValue } from "../../basics/copy-json.ts";
import { validateValue } from "../../basics/json-schema/validate-value.ts";
import { showPath } from "../../basics/kind.ts";
import type { ModelRequest } from "../../run.ts";
import type { JsonSchema } from "../../workflow.ts";
import { MISSING_MODEL } from "../needs/missing-need.ts";
import { askQuestion } from "./ask-user.ts";
import type { Frame } from "./frame.ts";
import { missingLeaf } from "./missing-leaf.ts";
import type { Leaf } from "./run-leaf.ts";
import { StepFailure } from "./step-failure.ts";
import { untilAborted } from "./time-limit.ts";

/** A question to the model. */
export interface ModelQuestion extends Omit<ModelRequest, "signal" | "schema"> {
  readonly schema?: JsonSchema | undefined;
}

/** Asks the host's model. With a schema the answer is JSON, without one it is text. */
export function askModel({ prompt, system, schema }: ModelQuestion, frame: Frame): Leaf {
  const { run } = frame;
  const { model } = run.context;
  if (model === undefined) return missingLeaf({ missing: MISSING_MODEL, code: "no_model" }, frame);
  return {
    act: async ({ signal, spend }) => {
      const { usd = Number.POSITIVE_INFINITY } = run.limits;
      if (run.usd >= usd)
        throw new StepFailure("limit", `the model calls of the run cost more than ${usd} US dollars`, {
          hint: "the host sets the limit with `limits.usd`",
          by: "",
        });
      const answer = await untilAborted(
        model.generate({
          prompt,
          signal,
          ...(system === undefined ? {} : { system }),
          ...(schema === undefined ? {} : { schema }),
        }),
        signal,
      );
      if (answer.usd !== undefined && answer.usd > 0) spend(answer.usd);
      return schema === undefined ? answer.text : readJson(answer.text, schema);
    },
  };
}

/** Asks the model of the conversation: the run pauses until the conversation gives its answer. */
export async function askConversation(
  key: string,
  { prompt, system, schema }: ModelQuestion,
  frame: Frame,
): Promise<JsonValue> {
  const { redact } = frame.run;
  const text = redact.text(system === undefined ? prompt : `${system.trim()}\n\n${prompt}`);
  const given = await askQuestion(key, { kind: "model", prompt: text, schema }, frame);
  if (given === undefined) throw new StepFailure("timeout", "the model did not answer in time");
  return redact.value(given.value);
}

/** The JSON of an answer. Models like to put it into a fenced block. */
function readJson(text: string, schema: JsonSchema): JsonValue {
  const fenced = /^```(?:json)?[ \t]*\n([\s\S]*)```$/i.exec(text.trim())?.[1];
  const parsed = parse(fenced ?? text);
  const checked = validateValue(parsed, schema);
  if (checked.ok) return checked.value;
  const [first] = checked.problems;
  const where = first === undefined || first.path.length === 0 ? "it" : `\`${showPath(first.path)}\``;
  throw new StepFailure(
    "invalid_output",
    `the model's answer does not match the schema: ${where} ${first?.message ?? ""}`,
  );
}

function parse(text: string): JsonValue {
  try {
    const copied = copyJson(JSON.parse(text));
    if (copied.ok) return copied.value;
  } catch {
    // Reported below.
  }
  throw new StepFailure("invalid_output", "the model's answer is not JSON");
}
