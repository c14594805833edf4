import type { JsonValue } from "../copy-json.ts";
import { isRecord } from "../is-record.ts";
import type { ValuePath } from "../kind.ts";
import { linearPattern } from "../pattern/linear-pattern.ts";
import { nearestWord } from "../words.ts";
import { coerceValue } from "./coerce-value.ts";
import { FORMATS } from "./formats.ts";
import { hasType, typeOf, typesOf } from "./json-types.ts";

/** A value that does not match its schema. */
export interface SchemaProblem {
  /** Keys and indexes that lead to the value. */
  readonly path: ValuePath;
  /** The keyword of the schema that the value violates. */
  readonly keyword: string;
  /** Completes "`path` …". Never contains the value itself. */
  readonly message: string;
  readonly hint?: string;
}

/** A validated value: with defaults filled in, and coerced if that was asked for. */
export type Validated =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problems: readonly SchemaProblem[] };

export interface ValidateOptions {
  /** True: strings become what the schema expects (`"20"` the number 20, JSON text an array). For command lines. */
  readonly coerce?: boolean;
  /** True: keys of the value itself that are optional and missing become null, so that a template can read them. */
  readonly fill?: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 100;
const MAX_PROBLEMS = 20;
/** Each check of a value against a schema counts one, so that schemas which refer to themselves come to an end. */
const MAX_CHECKS = 200_000;

/**
 * Checks a value against a JSON Schema and fills in defaults. Unknown keywords are ignored, and so is a `pattern` that
 * cannot be matched in linear time. Never throws, and takes bounded time.
 */
export function validateValue(value: JsonValue, schema: unknown, options: ValidateOptions = {}): Validated {
  const check = new ValueCheck(schema, options);
  const result = check.value(value, schema, []);
  return check.problems.length === 0
    ? { ok: true, value: options.fill === true ? filled(result, schema) : result }
    : { ok: false, problems: check.problems.slice(0, MAX_PROBLEMS) };
}

function filled(value: JsonValue, schema: unknown): JsonValue {
  if (!isObject(value) || !isRecord(schema) || !isRecord(schema.properties)) return value;
  const missing = Object.keys(schema.properties).filter((key) => !Object.hasOwn(value, key));
  return { ...value, ...Object.fromEntries(missing.map((key) => [key, null])) };
}

class ValueCheck {
  problems: SchemaProblem[] = [];
  readonly #root: unknown;
  readonly #options: ValidateOptions;
  #checks = 0;
  #depth = 0;

  constructor(root: unknown, options: ValidateOptions) {
    this.#root = root;
    this.#options = options;
  }

  value(given: JsonValue, schema: unknown, path: ValuePath): JsonValue {
    if (schema === false) this.#report(path, "not", "is not allowed");
    if (!isRecord(schema)) return given;
    this.#checks += 1;
    this.#depth += 1;
    const isTooMuch = this.#checks > MAX_CHECKS || this.#depth > MAX_DEPTH;
    if (isTooMuch) this.#report(path, "$ref", "cannot be checked: its schema is too complex");
    const result = isTooMuch ? given : this.#bySchema(given, schema, path);
    this.#depth -= 1;
    return result;
  }

  #bySchema(given: JsonValue, schema: Schema, path: ValuePath): JsonValue {
    if (typeof schema.$ref === "string") return this.#byReference(given, schema.$ref, path);
    const types = typesOf(schema);
    let value = this.#options.coerce === true ? coerceValue(given, types) : given;
    if (types.length > 0 && !types.some((type) => hasType(value, type))) {
      this.#report(path, "type", `must be ${expectedTypes(types)}, got ${typeOf(value)}`);
      return value;
    }
    this.#constants(value, schema, path);
    if (typeof value === "number") this.#number(value, schema, path);
    if (typeof value === "string") this.#text(value, schema, path);
    if (Array.isArray(value)) value = this.#list(value, schema, path);
    else if (isObject(value)) value = this.#object(value, schema, path);
    return this.#combined(value, schema, path);
  }

  #byReference(given: JsonValue, reference: string, path: ValuePath): JsonValue {
    const target = resolve(this.#root, reference);
    if (target !== undefined) return this.value(given, target, path);
    this.#report(path, "$ref", "cannot be checked: its schema refers to one that does not exist");
    return given;
  }

  #constants(value: JsonValue, schema: Schema, path: ValuePath): void {
    if (Object.hasOwn(schema, "const") && !isSame(value, schema.const))
      this.#report(path, "const", `must be ${show(schema.const)}`);
    const allowed = schema.enum;
    if (!Array.isArray(allowed) || allowed.some((each) => isSame(value, each))) return;
    const words = allowed.filter((each) => typeof each === "string");
    const near = typeof value === "string" ? nearestWord(value, words) : undefined;
    const message = `must be one of ${allowed.slice(0, 20).map(show).join(", ")}`;
    this.#report(path, "enum", message, near === undefined ? undefined : `did you mean ${show(near)}?`);
  }

  #number(value: number, schema: Schema, path: ValuePath): void {
    const limit = (key: string, isWrong: (limit: number) => boolean, text: string) => {
      const bound = schema[key];
      if (typeof bound === "number" && isWrong(bound)) this.#report(path, key, `must be ${text} ${bound}`);
    };
    limit("minimum", (bound) => value < bound, "at least");
    limit("maximum", (bound) => value > bound, "at most");
    limit("exclusiveMinimum", (bound) => value <= bound, "more than");
    limit("exclusiveMaximum", (bound) => value >= bound, "less than");
    limit("multipleOf", (bound) => bound > 0 && !isMultiple(value, bound), "a multiple of");
  }

  #text(value: string, schema: Schema, path: ValuePath): void {
    this.#size(() => Array.from(value).length, ["minLength", "maxLength", "character"], schema, path);
    const format = typeof schema.format === "string" ? FORMATS.get(schema.format) : undefined;
    if (format !== undefined && !format.test(value))
      this.#report(path, "format", `must be ${format.expected}`);
    if (typeof schema.pattern !== "string") return;
    const pattern = linearPattern(schema.pattern);
    if (pattern.ok && !pattern.test(value))
      this.#report(path, "pattern", `must match the pattern ${show(schema.pattern)}`);
  }

  #list(value: readonly JsonValue[], schema: Schema, path: ValuePath): JsonValue {
    this.#size(() => value.length, ["minItems", "maxItems", "item"], schema, path);
    if (schema.uniqueItems === true && new Set(value.map((item) => JSON.stringify(item))).size < value.length)
      this.#report(path, "uniqueItems", "must not contain an item twice");
    if (schema.items === undefined) return value;
    return value.map((item, index) => this.value(item, schema.items, [...path, index]));
  }

  #object(value: Readonly<Record<string, JsonValue>>, schema: Schema, path: ValuePath): JsonValue {
    this.#size(() => Object.keys(value).length, ["minProperties", "maxProperties", "key"], schema, path);
    const properties = isRecord(schema.properties) ? schema.properties : {};
    const present: [string, JsonValue][] = Object.entries(value).map(([key, item]) => [
      key,
      Object.hasOwn(properties, key)
        ? this.value(item, properties[key], [...path, key])
        : this.#additional(key, item, { schema, properties, path }),
    ]);
    for (const [key, property] of Object.entries(properties)) {
      const fallback = isRecord(property) ? property.default : undefined;
      if (!Object.hasOwn(value, key) && isJson(fallback)) present.push([key, fallback]);
    }
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const key of required) {
      if (typeof key !== "string" || present.some(([given]) => given === key)) continue;
      const near = nearestWord(
        key,
        Object.keys(value).filter((given) => !Object.hasOwn(properties, given)),
      );
      const hint = near === undefined ? undefined : `\`${near}\` is given; is it meant?`;
      this.#report([...path, key], "required", "is missing", hint);
    }
    return Object.fromEntries(present);
  }

  #additional(
    key: string,
    item: JsonValue,
    { schema, properties, path }: { schema: Schema; properties: Schema; path: ValuePath },
  ): JsonValue {
    if (schema.additionalProperties !== false)
      return this.value(item, schema.additionalProperties, [...path, key]);
    const near = nearestWord(key, Object.keys(properties));
    const known = Object.keys(properties).slice(0, 20).join(", ");
    const hint =
      near === undefined ? `allowed: ${known === "" ? "no keys" : known}` : `did you mean \`${near}\`?`;
    this.#report([...path, key], "additionalProperties", "is unknown", hint);
    return item;
  }

  #combined(given: JsonValue, schema: Schema, path: ValuePath): JsonValue {
    let value = given;
    for (const part of schemasOf(schema.allOf)) value = this.value(value, part, path);
    const anyOf = schemasOf(schema.anyOf);
    if (anyOf.length > 0) value = this.#oneBranch(value, anyOf, path, false);
    const oneOf = schemasOf(schema.oneOf);
    if (oneOf.length > 0) value = this.#oneBranch(value, oneOf, path, true);
    if (schema.not !== undefined && this.#try(value, schema.not, path).problems.length === 0)
      this.#report(path, "not", "has a value that is excluded");
    return value;
  }

  /** If no branch matches, the problems are those of the branch that got furthest. */
  #oneBranch(value: JsonValue, branches: readonly unknown[], path: ValuePath, exactly: boolean): JsonValue {
    const tried = branches.map((branch) => this.#try(value, branch, path));
    const matching = tried.filter(({ problems }) => problems.length === 0);
    const [first] = matching;
    if (exactly && matching.length > 1)
      this.#report(path, "oneOf", "matches more than one of the possible schemas");
    if (first !== undefined) return first.value;
    const depthOf = (problems: readonly SchemaProblem[]) =>
      Math.max(...problems.map((problem) => problem.path.length));
    const nearest = tried.reduce((best, each) =>
      depthOf(each.problems) > depthOf(best.problems) ? each : best,
    );
    if (depthOf(nearest.problems) > path.length) this.problems.push(...nearest.problems);
    else this.#report(path, "anyOf", nearestMessages(tried.map(({ problems }) => problems)));
    return value;
  }

  #try(value: JsonValue, schema: unknown, path: ValuePath): { value: JsonValue; problems: SchemaProblem[] } {
    const before = this.problems;
    this.problems = [];
    const result = this.value(value, schema, path);
    const problems = this.problems;
    this.problems = before;
    return { value: result, problems };
  }

  #size(
    measure: () => number,
    [least, most, unit]: readonly [string, string, string],
    schema: Schema,
    path: ValuePath,
  ): void {
    const min = schema[least];
    const max = schema[most];
    const plural = (count: number) => `${count} ${unit}${count === 1 ? "" : "s"}`;
    if (typeof min === "number" && measure() < min)
      this.#report(path, least, `must have at least ${plural(min)}`);
    if (typeof max === "number" && measure() > max)
      this.#report(path, most, `must have at most ${plural(max)}`);
  }

  #report(path: ValuePath, keyword: string, message: string, hint?: string): void {
    this.problems.push({ path, keyword, message, ...(hint === undefined ? {} : { hint }) });
  }
}

function expectedTypes(types: readonly string[]): string {
  return types
    .map((type) => (/^[aeiou]/.test(type) ? `an ${type}` : type === "null" ? "null" : `a ${type}`))
    .join(" or ");
}

/** One sentence for alternatives that all fail at the value itself. */
function nearestMessages(tried: readonly (readonly SchemaProblem[])[]): string {
  const messages = [...new Set(tried.flatMap(([first]) => (first === undefined ? [] : [first.message])))];
  return messages.slice(0, 5).join(", or ");
}

function schemasOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, 100) : [];
}

/** The schema that a local reference names: `#`, `#/$defs/name`. */
function resolve(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  let target = root;
  for (const part of reference.slice(1).split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return target;
}

function isObject(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return isRecord(value);
}

/** A default of a schema is JSON, because schemas are. */
function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(Reflect.get(a, key), Reflect.get(b, key)))
  );
}

function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
