import { isRecord } from "../basics/is-record.ts";
import { findJsonError } from "../basics/json/find-json-error.ts";
import { KnowhowError } from "../errors.ts";
import { arrayLines } from "./array-lines.ts";
import { type AuthoredMessage, authoredMessages, queryOf, triggersOf } from "./author-evals.ts";
import { repeatedKey } from "./repeated-key.ts";
import { parseYamlMessages } from "./yaml-messages.ts";

/** The source of a text. */
export interface LabelledSource {
  /** Path for error messages. */
  readonly path: string;
  /** The skill that `should_trigger` refers to. */
  readonly skill?: string;
}

const EXAMPLES =
  'write { "query": "…", "expect": "name" }, with a list of names or null, or { "query": "…", "should_trigger": true }';

/**
 * Parses labelled messages: one JSON object per line, or a JSON or YAML file of trigger evaluations in any of the shapes
 * that authors use. Each message has `query` or `prompt`, and either `expect` (a name, alternative names, or null) or, for one
 * skill, `should_trigger`. Throws `evaluation.invalid` with file and line.
 */
export function parseLabelled(text: string, source: LabelledSource): readonly LabelledMessage[] {
  const plain = text.replace(/^\uFEFF/, "");
  if (plain.trimStart().startsWith("[")) return parseArray(plain, source);
  if (/\.ya?ml$/i.test(source.path)) return parseYamlFile(plain, source);
  return parseObject(plain, source) ?? parseLines(plain, source);
}

function parseArray(text: string, source: LabelledSource): readonly LabelledMessage[] {
  const value = parseJson(text, 1, source);
  return Array.isArray(value) ? fromItems(value, arrayLines(text), source) : [];
}

function fromItems(
  items: readonly unknown[],
  lines: readonly number[],
  source: LabelledSource,
): readonly LabelledMessage[] {
  return items.flatMap((item, at) =>
    (authoredMessages([item]) ?? []).map((message) => toLabelled(message, lines[at] ?? 1, source)),
  );
}

/** A YAML file that is a list of messages, or a mapping with such lists. */
function parseYamlFile(text: string, source: LabelledSource): readonly LabelledMessage[] {
  const read = parseYamlMessages(text);
  if ("problem" in read) throw invalid(source, read.line, read.problem, read.hint);
  if (Array.isArray(read.value)) return fromItems(read.value, read.lines, source);
  const messages = authoredMessages(read.value);
  if (messages === undefined) throw invalid(source, 1, "it contains no list of messages", SHAPES);
  return messages.map((message) => toLabelled(message, 1, source));
}

/** A file that is one JSON object with lists of messages; undefined for anything else. */
function parseObject(text: string, source: LabelledSource): readonly LabelledMessage[] | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const value = parseJson(text, 1, source);
  const messages = authoredMessages(value);
  if (messages !== undefined) return messages.map((message) => toLabelled(message, 1, source));
  if (!text.trim().includes("\n") || (isRecord(value) && queryOf(value) !== undefined)) return undefined;
  throw invalid(source, 1, "it contains no list of messages", SHAPES);
}

const SHAPES =
  'write { "should_trigger": ["…"], "should_not_trigger": ["…"] } or { "queries": [{ "query": "…", "should_trigger": true }] }';

function parseLines(text: string, source: LabelledSource): readonly LabelledMessage[] {
  return text.split("\n").flatMap((written, at) => {
    if (written.trim() === "") return [];
    return [toLabelled({ value: parseJson(written, at + 1, source) }, at + 1, source)];
  });
}

function parseJson(text: string, firstLine: number, source: LabelledSource): unknown {
  const value = parseOrRefuse(text, firstLine, source);
  const repeated = repeatedKey(text);
  if (repeated === undefined) return value;
  const { key, line } = repeated;
  throw invalid(source, firstLine + line - 1, `duplicate key ${JSON.stringify(key)}`, "remove one of them");
}

function parseOrRefuse(text: string, firstLine: number, source: LabelledSource): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { line, hint } = findJsonError(text);
    throw invalid(source, firstLine + line - 1, "this is not valid JSON", hint);
  }
}

function toLabelled(
  { value, triggers: listed, skill: named }: AuthoredMessage,
  line: number,
  source: LabelledSource,
): LabelledMessage {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(source, line, "a labelled message must be an object", EXAMPLES);
  const query = queryOf(value);
  const expected: unknown = Reflect.get(value, "expect");
  const triggers = listed ?? triggersOf(value);
  if (typeof query !== "string" || query.trim() === "")
    throw invalid(source, line, '"query" must be a string', EXAMPLES);
  if ((expected === undefined) === (triggers === undefined))
    throw invalid(source, line, 'it needs either "expect" or "should_trigger"', EXAMPLES);
  if (triggers === undefined) return expecting(query, value, line, source);
  if (typeof triggers !== "boolean")
    throw invalid(source, line, '"should_trigger" must be true or false', EXAMPLES);
  const skill = source.skill ?? named;
  if (skill === undefined)
    throw invalid(
      source,
      line,
      '"should_trigger" does not name a skill',
      'put the file into the directory of its skill, or write "expect"',
    );
  return triggers ? { query, expect: [skill], line } : { query, expect: [], unwanted: skill, line };
}

/** A message with `expect`; with null, `unwanted` may name the only skill that would be wrong. */
function expecting(query: string, value: object, line: number, source: LabelledSource): LabelledMessage {
  const expect = namesIn(Reflect.get(value, "expect"), line, source);
  const unwanted: unknown = Reflect.get(value, "unwanted");
  if (unwanted === undefined) return { query, expect, line };
  if (typeof unwanted === "string" && unwanted !== "" && expect.length === 0)
    return { query, expect, unwanted, line };
  throw invalid(source, line, '"unwanted" must be a name, with "expect": null', EXAMPLES);
}

function namesIn(value: unknown, line: number, source: LabelledSource): readonly string[] {
  if (value === null) return [];
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = names.filter((name) => typeof name === "string" && name !== "");
  if (texts.length === names.length) return texts.map(String);
  throw invalid(source, line, '"expect" must be a name, a list of names, or null', EXAMPLES);
}

function invalid({ path }: LabelledSource, line: number, message: string, hint: string): KnowhowError {
  return new KnowhowError("evaluation.invalid", `${path}:${line}: ${message}`, { hint });
}

/** A user's message, and the skill that it should match. */
export interface LabelledMessage {
  readonly query: string;
  /** Alternative names; empty if the message should match none. */
  readonly expect: readonly string[];
  /** With an empty `expect`: the only skill that would be wrong. Default any skill would be wrong. */
  readonly unwanted?: string;
  /** One-based line in the file that it came from. */
  readonly line?: number;
}
