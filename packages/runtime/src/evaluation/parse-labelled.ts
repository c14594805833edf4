import { findJsonError } from "../basics/json/find-json-error.ts";
import { KnowhowError } from "../errors.ts";
import { arrayLines } from "./array-lines.ts";
import { repeatedKey } from "./repeated-key.ts";

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
 * Parses labelled messages: a JSON array, or one JSON object per line. Each has `query` and either `expect` (a name,
 * alternative names, or null) or, for one skill, `should_trigger`. Throws `evaluation.invalid` with file and line.
 */
export function parseLabelled(text: string, source: LabelledSource): readonly LabelledMessage[] {
  const plain = text.replace(/^\uFEFF/, "");
  return plain.trimStart().startsWith("[") ? parseArray(plain, source) : parseLines(plain, source);
}

function parseArray(text: string, source: LabelledSource): readonly LabelledMessage[] {
  const value = parseJson(text, 1, source);
  const lines = arrayLines(text);
  return Array.isArray(value) ? value.map((item, at) => toLabelled(item, lines[at] ?? 1, source)) : [];
}

function parseLines(text: string, source: LabelledSource): readonly LabelledMessage[] {
  return text.split("\n").flatMap((written, at) => {
    if (written.trim() === "") return [];
    return [toLabelled(parseJson(written, at + 1, source), at + 1, source)];
  });
}

function parseJson(text: string, firstLine: number, source: LabelledSource): unknown {
  const value = parseOrRefuse(text, firstLine, source);
  const repeated = repeatedKey(text);
  if (repeated === undefined) return value;
  const { key, line } = repeated;
  throw invalid(source, firstLine + line - 1, `it has ${JSON.stringify(key)} twice`, "remove one of them");
}

function parseOrRefuse(text: string, firstLine: number, source: LabelledSource): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { line, hint } = findJsonError(text);
    throw invalid(source, firstLine + line - 1, "this is not valid JSON", hint);
  }
}

function toLabelled(value: unknown, line: number, source: LabelledSource): LabelledMessage {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(source, line, "a labelled message must be an object", EXAMPLES);
  const query: unknown = Reflect.get(value, "query");
  const expected: unknown = Reflect.get(value, "expect");
  const triggers: unknown = Reflect.get(value, "should_trigger");
  if (typeof query !== "string" || query.trim() === "")
    throw invalid(source, line, '"query" must be a string', EXAMPLES);
  if ((expected === undefined) === (triggers === undefined))
    throw invalid(source, line, 'it needs either "expect" or "should_trigger"', EXAMPLES);
  if (triggers === undefined) return { query, expect: namesIn(expected, line, source), line };
  if (typeof triggers !== "boolean")
    throw invalid(source, line, '"should_trigger" must be true or false', EXAMPLES);
  const { skill } = source;
  if (skill === undefined)
    throw invalid(
      source,
      line,
      '"should_trigger" does not name a skill',
      'put the file into the directory of its skill, or write "expect"',
    );
  return triggers ? { query, expect: [skill], line } : { query, expect: [], unwanted: skill, line };
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
