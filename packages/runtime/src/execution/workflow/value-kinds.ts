import type { JsonValue } from "../../basics/copy-json.ts";
import { DURATION_PATTERN, parseDuration } from "../../basics/parse-duration.ts";
import { nearestWord } from "../../basics/words.ts";
import { type Positioned, type PositionedScalar, plainValue } from "../../positioned.ts";
import type { JsonSchema } from "../../workflow.ts";
import { clip, type Report } from "./report.ts";

/** A kind of value of the file: how it is read, and its JSON Schema. */
export interface ValueKind<Value> {
  /** Completes "must be …". */
  readonly expected: string;
  readonly schema: JsonSchema;
  /** The value; undefined if it is wrong, which was then reported. */
  readonly read: (node: Positioned, key: string, report: Report) => Value | undefined;
}

/** Reports a value of the wrong kind. */
export function mustBe(
  { expected }: Pick<ValueKind<unknown>, "expected">,
  node: Positioned,
  key: string,
  report: Report,
): undefined {
  report("workflow.invalid-value", `\`${key}\` must be ${expected}, got ${describe(node)}`, node.at);
}

/** What a node is, for messages. */
export function describe(node: Positioned): string {
  if (node.kind !== "scalar") return node.kind === "list" ? "a list" : "a mapping";
  if (node.value === null) return "nothing";
  return typeof node.value === "string" ? `"${clip(node.value)}"` : String(node.value);
}

/** A kind that is one scalar. */
export function scalarKind<Value>(
  expected: string,
  schema: JsonSchema,
  read: (scalar: PositionedScalar) => Value | undefined,
): ValueKind<Value> {
  const kind: ValueKind<Value> = {
    expected,
    schema,
    read: (node, key, report) =>
      (node.kind === "scalar" ? read(node) : undefined) ?? mustBe(kind, node, key, report),
  };
  return kind;
}

/** True for a text with `{{`, `{%` or `{#`. */
export function hasTemplate(text: string): boolean {
  return /\{[{%#]/.test(text);
}

export const flag: ValueKind<boolean> = scalarKind("true or false", { type: "boolean" }, ({ value }) =>
  typeof value === "boolean" ? value : undefined,
);

/** A text that may contain templates; a number or a boolean is used as written. */
export const template: ValueKind<string> = scalarKind(
  "a text",
  { type: "string", minLength: 1 },
  ({ value, text }) => (value === null || text.trim() === "" ? undefined : text),
);

/** The name of a tool or a skill. */
export const constantName: ValueKind<string> = scalarKind(
  "a name without templates",
  { type: "string", pattern: "^[^\\s{}]+$" },
  ({ value }) => (typeof value === "string" && /^[^\s{}]{1,256}$/.test(value) ? value : undefined),
);

/** An expression; one in `{{ … }}` is accepted, and kept without the braces. */
export const expression: ValueKind<string> = scalarKind(
  "an expression such as `ok.approved`",
  { type: ["string", "boolean"] },
  ({ value, text }) => (value === null || text.trim() === "" ? undefined : withoutBraces(text)),
);

/** The expression of a text that is exactly one `{{ … }}`, or the text itself. */
export function withoutBraces(text: string): string {
  const trimmed = text.trim();
  const isOne = trimmed.startsWith("{{") && trimmed.indexOf("}}") === trimmed.length - 2;
  return isOne ? trimmed.slice(2, -2).replace(/^-|-$/g, "").trim() : trimmed;
}

export const duration: ValueKind<number> = scalarKind(
  "a duration such as `30s`, `5m` or `3d`",
  { type: "string", pattern: DURATION_PATTERN },
  ({ text }) => parseDuration(text),
);

/** Any value, with templates in its strings. */
export const anyValue: ValueKind<JsonValue> = {
  expected: "a value",
  schema: {},
  read: (node) => plainValue(node),
};

/** A mapping of any values. */
export const mapping: ValueKind<Readonly<Record<string, JsonValue>>> = {
  expected: "a mapping",
  schema: { type: "object" },
  read: (node, key, report) =>
    node.kind === "map"
      ? Object.fromEntries(node.entries.map((entry) => [entry.key, plainValue(entry.value)]))
      : mustBe(mapping, node, key, report),
};

/** One of several words. */
export function oneOf<Word extends string>(words: readonly Word[]): ValueKind<Word> {
  const expected = `one of ${words.join(", ")}`;
  return {
    expected,
    schema: { enum: words },
    read: (node, key, report) => {
      const given = node.kind === "scalar" ? node.value : undefined;
      const word = words.find((each) => each === given);
      if (word !== undefined) return word;
      const near = typeof given === "string" ? nearestWord(given, words) : undefined;
      const hint = near === undefined ? undefined : `did you mean \`${near}\`?`;
      report(
        "workflow.invalid-value",
        `\`${key}\` must be ${expected}, got ${describe(node)}`,
        node.at,
        hint,
      );
      return undefined;
    },
  };
}

/** A whole number in a range. */
export function wholeNumber(min: number, max: number): ValueKind<number> {
  return scalarKind(
    `a whole number from ${min} to ${max}`,
    { type: "integer", minimum: min, maximum: max },
    ({ value }) =>
      typeof value === "number" && Number.isInteger(value) && value >= min && value <= max
        ? value
        : undefined,
  );
}
