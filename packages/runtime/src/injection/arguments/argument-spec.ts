import type { SkillFields } from "../../skill.ts";
import { type DraftArgument, readHint, readNotation, readUsage } from "./argument-notation.ts";
import { coerceArgument } from "./coerce-argument.ts";

export type ArgumentValue = string | number | boolean;

/** An argument of a skill. */
export interface ArgumentSpec {
  readonly name: string;
  readonly type: "string" | "number" | "boolean" | "enum";
  readonly required: boolean;
  /** False if only the argument hint mentions it. A hint only describes, so `$name` is not a placeholder. */
  readonly declared: boolean;
  readonly description?: string;
  readonly default?: ArgumentValue;
  /** The allowed values of an enum. */
  readonly values?: readonly string[];
}

const MAX_ARGUMENTS = 64;
const FLAG = /^(?:required|optional|string|number|boolean)$/i;

/**
 * The arguments of a skill in order, from `arguments`, otherwise `inputs`, otherwise the argument hint, in all
 * notations in use. Invalid parts are skipped; a name without a mark is required only if other marks say what is
 * optional.
 */
export function argumentSpecs(
  fields: Pick<SkillFields, "arguments" | "inputs" | "argumentHint">,
): readonly ArgumentSpec[] {
  const declared = [fields.arguments, fields.inputs].map(readDeclaration).find((drafts) => drafts.length > 0);
  const drafts = declared ?? readHint(fields.argumentHint ?? "");
  const marks = new Set(drafts.map(({ required, isNotation }) => (isNotation ? required : undefined)));
  const marksOptional = marks.has(false) && !marks.has(true);
  const specs = new Map<string, ArgumentSpec>();
  for (const draft of drafts.slice(0, MAX_ARGUMENTS)) {
    const required = draft.required ?? (draft.isNotation && draft.type !== "boolean" && marksOptional);
    if (!specs.has(draft.name)) specs.set(draft.name, finish(draft, required, declared !== undefined));
  }
  return [...specs.values()];
}

function readDeclaration(value: unknown): readonly DraftArgument[] {
  if (typeof value === "string") return readUsage(value);
  if (Array.isArray(value)) return value.flatMap(readItem);
  if (!isRecord(value)) return [];
  const { properties, required } = value;
  if (!isRecord(properties)) return Object.entries(value).flatMap(([name, entry]) => readEntry(name, entry));
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).flatMap(([name, entry]) =>
    readEntry(name, entry).map((draft) => ({ ...draft, required: needed.has(name) })),
  );
}

/** One item of a list: a notation, an object with a name, or `name: …`. */
function readItem(item: unknown): readonly DraftArgument[] {
  if (typeof item === "string") return readNotation(item);
  if (!isRecord(item)) return [];
  const name = item.name ?? item.key ?? item.id;
  if (typeof name === "string") return readEntry(name, item);
  return Object.entries(item).flatMap(([key, entry]) => readEntry(key, entry));
}

/** A name and its definition: properties, flags such as `required`, or a description. */
function readEntry(name: string, entry: unknown): readonly DraftArgument[] {
  if (typeof entry === "string" && entry.split("|").every((part) => FLAG.test(part.trim())))
    return readNotation(`${name}|${entry}`);
  const drafts = readNotation(name);
  if (typeof entry === "string") return drafts.map((draft) => ({ ...draft, description: entry }));
  if (!isRecord(entry)) return drafts;
  const { description, required, optional, type } = entry;
  const values = [entry.enum, entry.choices, entry.options, entry.values].find(Array.isArray);
  return drafts.map((draft) => ({
    ...draft,
    isNotation: false,
    required: typeof required === "boolean" ? required : optional === true ? false : draft.required,
    ...(typeof type === "string" ? { type } : {}),
    ...(typeof description === "string" ? { description } : {}),
    ...(values === undefined ? {} : { values: values.filter(isScalar).map(String) }),
    ...(isScalar(entry.default) ? { default: String(entry.default) } : {}),
  }));
}

function finish(draft: DraftArgument, required: boolean, declared: boolean): ArgumentSpec {
  const { name, description, values = [] } = draft;
  const typed: Pick<ArgumentSpec, "name" | "type" | "values"> =
    values.length > 0 ? { name, type: "enum", values } : { name, type: typeOf(draft.type) };
  const fallback = draft.default === undefined ? undefined : coerceArgument(draft.default, typed).value;
  return {
    ...typed,
    required: required && fallback === undefined,
    declared,
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

function typeOf(type: string | undefined): "string" | "number" | "boolean" {
  const word = type?.toLowerCase() ?? "";
  if (/^(?:number|integer|int|float)$/.test(word)) return "number";
  return /^(?:boolean|bool|flag)$/.test(word) ? "boolean" : "string";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): value is ArgumentValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
