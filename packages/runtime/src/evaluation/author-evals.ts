import { isRecord } from "../basics/is-record.ts";

/** A message as an author wrote it, with its label and the skill that it is about. */
export interface AuthoredMessage {
  readonly value: unknown;
  /** The label of the list that it is in; undefined if it has its own. */
  readonly triggers?: boolean;
  /** The skill that the file names for it. */
  readonly skill?: string;
}

/** Keys of lists of messages. */
const LISTS = ["queries", "evals", "cases", "tests", "trigger_evals", "triggers", "examples", "messages"];
const WANTED = ["should_trigger", "shouldTrigger", "should_activate", "positive", "positives"];
const UNWANTED = [
  "should_not_trigger",
  "shouldNotTrigger",
  "should_not_activate",
  "should_not",
  "negative",
  "negatives",
];
const QUERIES = ["query", "prompt", "request", "user_request", "input", "message", "text", "task"];
const LABELS = [
  "should_trigger",
  "shouldTrigger",
  "should_activate",
  "shouldActivate",
  "expected_trigger",
  "trigger",
];
/** Keys that say what the skill should make of a message. */
const RESULTS = [
  "expected_output",
  "expectations",
  "assertions",
  "expected_behavior",
  "must_have",
  "graders",
];
const SKILLS = ["skill", "skill_name", "skillName"];

/**
 * The messages of a JSON file of trigger evaluations, in the shapes that authors use: an array; an object with a list
 * such as `queries` or `cases`; lists `should_trigger` and `should_not_trigger`, also per skill. Undefined for an object
 * that has none of these.
 */
export function authoredMessages(value: unknown): readonly AuthoredMessage[] | undefined {
  if (Array.isArray(value))
    return value.flatMap((item) =>
      isRecord(item) ? (listsIn(item) ?? [{ value: item }]) : [{ value: item }],
    );
  return isRecord(value) ? listsIn(value) : undefined;
}

/** The text of a message, under whichever name its author gave it. */
export function queryOf(value: object): unknown {
  return firstOf(value, QUERIES);
}

/**
 * Whether the skill should be triggered; undefined if the message does not say. A message with the result that the skill
 * should produce, as in the standard's `evals/evals.json`, is one that should.
 */
export function triggersOf(value: object): unknown {
  const label = firstOf(value, LABELS);
  if (label !== undefined || firstOf(value, ["expect"]) !== undefined) return label;
  return firstOf(value, RESULTS) === undefined ? undefined : true;
}

function listsIn(value: Readonly<Record<string, unknown>>): readonly AuthoredMessage[] | undefined {
  const named = firstOf(value, SKILLS);
  const own = typeof named === "string" && named !== "" ? { skill: named } : {};
  const listed = [
    ...[
      ...WANTED.map((key) => [key, true] as const),
      ...UNWANTED.map((key) => [key, false] as const),
    ].flatMap(([key, triggers]) => labelled(value[key], triggers)),
    ...LISTS.flatMap((key) => nested(value[key])),
  ];
  return listed.length === 0 ? undefined : listed.map((message) => ({ ...own, ...message }));
}

function labelled(list: unknown, triggers: boolean): readonly AuthoredMessage[] {
  if (!Array.isArray(list)) return [];
  return list.map((item: unknown) => ({
    value: typeof item === "string" ? { query: item } : item,
    triggers,
  }));
}

function nested(list: unknown): readonly AuthoredMessage[] {
  return Array.isArray(list) || isRecord(list) ? (authoredMessages(list) ?? []) : [];
}

function firstOf(value: object, keys: readonly string[]): unknown {
  return keys.map((key): unknown => Reflect.get(value, key)).find((found) => found !== undefined);
}
