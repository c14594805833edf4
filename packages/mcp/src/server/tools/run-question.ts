import { escapeHidden, type JsonValue, withoutHidden } from "@knowhow/runtime/toolkit";
import type { RunWait } from "@knowhow/runtime/workflows";
import { type InputRequest, type InputResponseView, inputRequired } from "@modelcontextprotocol/server";
import { isRecord } from "../../shared/is-record.ts";
import { toJsonValue } from "../json-value.ts";
import type { AnswerMeans } from "./call-request.ts";
import { normaliseSchema } from "./tool-schema.ts";

/** An answer to what a run waits for: of the user, or of the client's model. */
export type RunAnswer =
  | { readonly by: "user"; readonly value: JsonValue }
  | { readonly by: "model"; readonly text: string };

const MAX_ANSWER_TOKENS = 4_096;
const PRIMITIVES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"]);

/**
 * The request with which a client gets the answer that a run waits for: a form for the user, or a question to its model.
 * Undefined if the client supports neither, or the run waits for a time.
 */
export function questionFor(wait: RunWait, means: AnswerMeans, problem?: string): InputRequest | undefined {
  const { kind, prompt, schema } = wait;
  if (kind === "time") return undefined;
  if (kind === "model") {
    if (!means.sampling) return undefined;
    const form =
      schema === undefined ? "" : `\n\nAnswer with JSON of this schema only: ${JSON.stringify(schema)}`;
    const content = { type: "text" as const, text: `${prompt}${form}` };
    return inputRequired.createMessage({
      messages: [{ role: "user", content }],
      maxTokens: MAX_ANSWER_TOKENS,
    });
  }
  if (!means.forms) return undefined;
  // The user approves exactly this, so nothing is left out.
  const covered =
    wait.arguments === undefined ? "" : `\n\n${escapeHidden(JSON.stringify(wait.arguments, null, 2))}`;
  const message = `${problem === undefined ? "" : `${problem}\n\n`}${withoutHidden(prompt)}${covered}`;
  return inputRequired.elicit({ message, requestedSchema: formOf(wait) });
}

/** The answer in a client's response; undefined if the user gave none. */
export function answerIn(response: InputResponseView, wait: RunWait): RunAnswer | undefined {
  if (response.kind === "sampling" && wait.kind === "model") {
    const parts = [response.result.content].flat();
    return {
      by: "model",
      text: unfenced(parts.map((part) => (part.type === "text" ? part.text : "")).join("")),
    };
  }
  if (response.kind !== "elicit" || wait.kind === "model") return undefined;
  const isDecision = wait.kind === "approval" && wait.schema === undefined;
  if (response.action === "decline") return isDecision ? { by: "user", value: false } : undefined;
  if (response.action !== "accept") return undefined;
  const content = response.content ?? {};
  // Only an explicit yes is one.
  if (isDecision) return { by: "user", value: content.approve === true };
  const value: unknown = isFlatObject(wait.schema) ? content : content.answer;
  const read = typeof value === "string" && needsJson(wait.schema) ? parseJson(value) : value;
  const json = toJsonValue(read);
  return json === undefined ? undefined : { by: "user", value: json };
}

type Form = Parameters<typeof inputRequired.elicit>[0]["requestedSchema"];

/** Forms have one level of simple fields. Any other value is asked for as JSON. */
function formOf({ kind, schema }: RunWait): Form {
  if (kind === "approval" && schema === undefined)
    return form(
      { approve: { type: "boolean", title: "Approve", description: "Yes, do it.", default: false } },
      ["approve"],
    );
  if (schema === undefined) return form({ answer: { type: "string", title: "Answer" } }, ["answer"]);
  const { properties, required = [] } = normaliseSchema(
    isFlatObject(schema) ? schema : { properties: { answer: schema } },
  );
  if (isFlatObject(schema)) return form(properties, required);
  const field = needsJson(schema)
    ? { type: "string", description: `JSON of this schema: ${JSON.stringify(schema)}` }
    : properties.answer;
  return form({ answer: { type: "string", ...field, title: "Answer" } }, ["answer"]);
}

function form(properties: Readonly<Record<string, unknown>>, required: readonly string[]): Form {
  return Object({ type: "object", properties, required: [...required] });
}

function isFlatObject(schema: RunWait["schema"]): boolean {
  if (schema?.type !== "object" || !isRecord(schema.properties)) return false;
  const fields = Object.values(schema.properties);
  return fields.length > 0 && fields.every((field) => isRecord(field) && PRIMITIVES.has(field.type));
}

function needsJson(schema: RunWait["schema"]): boolean {
  if (schema === undefined || isFlatObject(schema)) return false;
  const { type } = schema;
  const words: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  const isEnum = type === undefined && words.length > 0 && words.every((word) => typeof word === "string");
  return !isEnum && !PRIMITIVES.has(type);
}

/** Models like to put JSON into a fenced block. */
function unfenced(text: string): string {
  const [first = "", ...rest] = text.trim().split("\n");
  const isFenced = first.startsWith("```") && rest.at(-1)?.trim() === "```";
  return isFenced ? rest.slice(0, -1).join("\n") : text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is not JSON fails the schema, and the user is asked again.
    return text;
  }
}
