import { nearestWord } from "../../basics/words.ts";
import { plainValue } from "../../positioned.ts";
import type { ErrorPolicy, RetryPolicy, Step } from "../../workflow.ts";
import { type KeyRow, keysSchema, readKeys } from "./key-reader.ts";
import {
  anyValue,
  describe,
  duration,
  flag,
  mustBe,
  scalarKind,
  type ValueKind,
  wholeNumber,
  withoutBraces,
} from "./value-kinds.ts";

/** Pattern of ids and of the names of loop items. */
export const ID_PATTERN = "^[a-z][a-z0-9_]*$";

/** Names with a meaning of their own in expressions. */
export const RESERVED_NAMES: readonly string[] = [
  "inputs",
  "steps",
  "loop",
  "range",
  "now",
  ...["true", "false", "null", "none", "and", "or", "not", "in", "is", "if", "else", "elif", "for", "set"],
];

const MAX_ID = 64;

function isName(text: string): boolean {
  return text.length <= MAX_ID && new RegExp(ID_PATTERN).test(text) && !RESERVED_NAMES.includes(text);
}

export const stepId: ValueKind<string> = {
  expected: "lower-case letters, digits and `_`, starting with a letter",
  schema: { type: "string", pattern: ID_PATTERN, maxLength: MAX_ID, not: { enum: RESERVED_NAMES } },
  read: (node, key, report) => {
    const given = node.kind === "scalar" ? node.value : undefined;
    if (typeof given !== "string") return mustBe(stepId, node, key, report);
    if (isName(given)) return given;
    const fixed = given
      .toLowerCase()
      .replaceAll(/[^a-z0-9_]+/g, "_")
      .slice(0, MAX_ID);
    const hint = isName(fixed) ? `for example \`${fixed}\`` : undefined;
    const why = RESERVED_NAMES.includes(given) ? "has a meaning of its own" : `must be ${stepId.expected}`;
    report("workflow.invalid-value", `the id ${describe(node)} ${why}`, node.at, hint);
    return undefined;
  },
};

export const loop: ValueKind<NonNullable<Step["for"]>> = scalarKind(
  "`item in list`, such as `task in search.results`",
  { type: "string", pattern: "^\\s*[a-z][a-z0-9_]*\\s+in\\s+\\S" },
  ({ text }) => {
    const match = /^\s*([a-z][a-z0-9_]*)\s+in\s+(?=\S)/.exec(text.slice(0, 200));
    const item = match?.[1];
    const list = withoutBraces(text.slice(match?.[0].length ?? 0));
    return item === undefined || !isName(item) || list === "" ? undefined : { item, list };
  },
);

/** What `parallel: true` means. */
export const DEFAULT_PARALLEL = 10;

export const parallel: ValueKind<number> = scalarKind(
  "true or a whole number from 1 to 100",
  { anyOf: [{ const: true }, { type: "integer", minimum: 1, maximum: 100 }] },
  ({ value }) => {
    if (value === true) return DEFAULT_PARALLEL;
    return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 100
      ? value
      : undefined;
  },
);

const MAX_EXIT = 255;

/** `any`, one exit code, or a list of them. */
export const exitCodes: ValueKind<NonNullable<Step["exit"]>> = {
  expected: "`any`, or exit codes from 0 to 255",
  schema: {
    anyOf: [
      { const: "any" },
      { type: "integer", minimum: 0, maximum: MAX_EXIT },
      { type: "array", items: { type: "integer", minimum: 0, maximum: MAX_EXIT }, minItems: 1 },
    ],
  },
  read: (node, key, report) => {
    const given = plainValue(node);
    if (given === "any") return "any";
    const items = [given].flat();
    const codes = items.flatMap((item) =>
      typeof item === "number" && Number.isInteger(item) && item >= 0 && item <= MAX_EXIT ? [item] : [],
    );
    return items.length > 0 && codes.length === items.length ? codes : mustBe(exitCodes, node, key, report);
  },
};

const attempts = wholeNumber(1, 20);

const failureKinds: ValueKind<readonly string[]> = {
  expected: "a list of kinds of failure, such as `[timeout]`",
  schema: { type: "array", items: { type: "string", minLength: 1 }, minItems: 1 },
  read: (node, key, report) => {
    const items = node.kind === "list" ? node.items.map(plainValue) : [];
    const texts = items.flatMap((item) => (typeof item === "string" && item !== "" ? [item] : []));
    return items.length > 0 && texts.length === items.length
      ? texts
      : mustBe(failureKinds, node, key, report);
  },
};

const factor: ValueKind<number> = scalarKind(
  "a number from 1 to 10",
  { type: "number", minimum: 1, maximum: 10 },
  ({ value }) => (typeof value === "number" && value >= 1 && value <= 10 ? value : undefined),
);

/** The rows of the keys of `retry`. */
interface RetryKeys {
  readonly attempts: KeyRow<number>;
  readonly delay: KeyRow<number>;
  readonly factor: KeyRow<number>;
  readonly max: KeyRow<number>;
  readonly on: KeyRow<readonly string[]>;
}

/** The keys of `retry`. */
export const RETRY_KEYS: RetryKeys = {
  attempts: {
    key: "attempts",
    kind: attempts,
    summary: "Number of attempts in total. Default 3.",
    example: "attempts: 5",
  },
  delay: {
    key: "delay",
    kind: duration,
    summary: "Time before the second attempt. Default `1s`.",
    example: "delay: 2s",
  },
  factor: {
    key: "factor",
    kind: factor,
    summary: "How much longer each further delay is. Default 2.",
    example: "factor: 3",
  },
  max: { key: "max", kind: duration, summary: "Longest delay. Default `1m`.", example: "max: 5m" },
  on: {
    key: "on",
    kind: failureKinds,
    summary: "Kinds of failure that are tried again, such as `timeout`. Default all.",
    example: "on: [timeout, rate_limit]",
  },
};

const RETRY_ROWS: readonly KeyRow<unknown>[] = Object.values(RETRY_KEYS);

export const retry: ValueKind<RetryPolicy> = {
  expected: "a number of attempts or a mapping",
  schema: { anyOf: [attempts.schema, keysSchema(RETRY_ROWS)] },
  read: (node, key, report) => {
    const defaults = { attempts: 3, delayMs: 1_000, factor: 2, maxDelayMs: 60_000 };
    if (node.kind === "scalar") {
      const count = attempts.read(node, key, report);
      return count === undefined ? undefined : { ...defaults, attempts: count };
    }
    if (node.kind === "list") return mustBe(retry, node, key, report);
    const keys = readKeys(node, RETRY_ROWS, { noun: "`retry`", report });
    const on = keys.get(RETRY_KEYS.on);
    const delayMs = keys.get(RETRY_KEYS.delay) ?? defaults.delayMs;
    return {
      attempts: keys.get(RETRY_KEYS.attempts) ?? defaults.attempts,
      delayMs,
      factor: keys.get(RETRY_KEYS.factor) ?? defaults.factor,
      maxDelayMs: keys.get(RETRY_KEYS.max) ?? Math.max(delayMs, defaults.maxDelayMs),
      ...(on === undefined ? {} : { on }),
    };
  },
};

const ERROR_WORDS = ["fail", "continue", "skip-rest"] as const;

const DEFAULT_ROW: KeyRow<unknown> = {
  key: "default",
  kind: anyValue,
  summary: "The output if the step fails.",
  example: "default: []",
};

export const onError: ValueKind<ErrorPolicy> = {
  expected: `one of ${ERROR_WORDS.join(", ")}, or \`{default: …}\``,
  schema: { anyOf: [{ enum: ERROR_WORDS }, keysSchema([DEFAULT_ROW], ["default"])] },
  read: (node, key, report) => {
    if (node.kind === "list") return mustBe(onError, node, key, report);
    if (node.kind === "map") {
      const value = readKeys(node, [DEFAULT_ROW], { noun: "`onError`", report }).entry(DEFAULT_ROW)?.value;
      return value === undefined ? undefined : { kind: "default", value: plainValue(value) };
    }
    const word = ERROR_WORDS.find((each) => each === node.value);
    if (word !== undefined) return { kind: word };
    const near = nearestWord(node.text, ERROR_WORDS);
    const hint = near === undefined ? undefined : `did you mean \`${near}\`?`;
    report(
      "workflow.invalid-value",
      `\`${key}\` must be ${onError.expected}, got ${describe(node)}`,
      node.at,
      hint,
    );
    return undefined;
  },
};

/** The document's `continueOnError: true`. */
export const continueOnError: ValueKind<ErrorPolicy> = {
  expected: flag.expected,
  schema: flag.schema,
  read: (node, key, report) => {
    const value = flag.read(node, key, report);
    return value === undefined ? undefined : { kind: value ? "continue" : "fail" };
  },
};
