import { copyJson, type JsonValue } from "../../basics/copy-json.ts";
import { isRecord } from "../../basics/is-record.ts";
import { compileExpression, compileTemplate, compileValue } from "../template/compile.ts";
import { scanTemplate } from "../template/language/scan-template.ts";
import type { TemplateFacts, TemplateReference } from "../template/template.ts";
import { hasTemplate } from "./value-kinds.ts";

/** The inputs whose values are known before a run. */
export type KnownInputs = Readonly<Record<string, JsonValue>>;

/** What is known before a run. */
export interface KnownValues {
  readonly inputs: KnownInputs;
  /** Outputs of steps that never run, and variables of loops whose list is known. */
  readonly names: Readonly<Record<string, JsonValue>>;
  /** Milliseconds since 1970, for `now()`. */
  readonly now: number;
}

/** Renders the templates of a value as far as what they read is known; the rest stays as written. */
export function renderStatic(value: JsonValue, known: KnownValues): JsonValue {
  if (typeof value === "string") return renderText(value, known);
  if (isList(value)) return value.map((item) => renderStatic(item, known));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renderStatic(item, known)]));
}

/** The list of a loop; undefined if it is not known. Like that of a run, null has no items. */
export function knownList(source: string, known: KnownValues): readonly JsonValue[] | undefined {
  const compiled = compileExpression(source);
  if (!compiled.ok || !isAllKnown(compiled.value, known)) return undefined;
  const value = tryEvaluate(() => compiled.value.evaluate(scopeOf(known), environmentOf(known)));
  if (value === null) return [];
  return value !== undefined && isList(value) ? value : undefined;
}

/** True for a condition that is known not to hold. One that reads the time may hold when the run starts. */
export function isKnownFalse(source: string, known: KnownValues): boolean {
  const compiled = compileExpression(source);
  if (!compiled.ok || !isAllKnown(compiled.value, known) || source.includes("now(")) return false;
  return tryEvaluate(() => compiled.value.holds(scopeOf(known), environmentOf(known))) === false;
}

function renderText(source: string, known: KnownValues): JsonValue {
  if (!hasTemplate(source)) return source;
  const compiled = compileValue(source);
  if (!compiled.ok) return source;
  if (isAllKnown(compiled.value, known))
    return tryEvaluate(() => compiled.value.evaluate(scopeOf(known), environmentOf(known))) ?? source;
  return compiled.value.isText ? renderParts(source, known) : source;
}

/** Tags and white space control reach beyond the braces, so that a text with them is known as a whole or not at all. */
const REACHES_BEYOND = /\{[%#]|\{\{[-+]|-\}\}/;

/** A text in which every `{{ … }}` that is known is replaced. */
function renderParts(source: string, known: KnownValues): string {
  if (REACHES_BEYOND.test(source)) return source;
  const pieces = scanTemplate(source);
  return pieces
    .map((piece, index) => {
      if (piece.kind === "text") return piece.text;
      const written = source.slice(piece.at, pieces[index + 1]?.at);
      const compiled = compileTemplate(written);
      if (!compiled.ok || !isAllKnown(compiled.value, known)) return written;
      const text = tryEvaluate(() => compiled.value.render(scopeOf(known), environmentOf(known)));
      return typeof text === "string" ? text : written;
    })
    .join("");
}

/** Undefined if it cannot be evaluated, which the run will report. */
function tryEvaluate(evaluate: () => unknown): JsonValue | undefined {
  try {
    const copied = copyJson(evaluate());
    return copied.ok ? copied.value : undefined;
  } catch {
    return undefined;
  }
}

function isAllKnown({ references }: TemplateFacts, known: KnownValues): boolean {
  return references.every((reference) => isKnown(reference, known));
}

function isKnown({ name, path: [first] }: TemplateReference, { inputs, names }: KnownValues): boolean {
  if (name !== "inputs") return Object.hasOwn(names, name);
  return typeof first === "string" && Object.hasOwn(inputs, first);
}

function scopeOf({ inputs, names }: KnownValues): Readonly<Record<string, JsonValue>> {
  return { ...names, inputs };
}

function environmentOf({ now }: KnownValues) {
  return { now: () => now };
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
