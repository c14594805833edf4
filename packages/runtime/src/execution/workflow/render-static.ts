import { copyJson, type JsonValue } from "../../basics/copy-json.ts";
import { isRecord } from "../../basics/is-record.ts";
import { compileValue } from "../template/compile.ts";
import type { TemplateReference } from "../template/template.ts";
import { hasTemplate } from "./value-kinds.ts";

/** The inputs whose values are known before a run. */
export type KnownInputs = Readonly<Record<string, JsonValue>>;

/** Renders the templates of a value that depend on known inputs only; all others stay as written. */
export function renderStatic(value: JsonValue, inputs: KnownInputs, now: number): JsonValue {
  if (typeof value === "string") return renderText(value, inputs, now);
  if (isList(value)) return value.map((item) => renderStatic(item, inputs, now));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, renderStatic(item, inputs, now)]),
  );
}

function renderText(source: string, inputs: KnownInputs, now: number): JsonValue {
  if (!hasTemplate(source)) return source;
  const compiled = compileValue(source);
  if (!compiled.ok || !compiled.value.references.every((reference) => isKnown(reference, inputs)))
    return source;
  try {
    const copied = copyJson(compiled.value.evaluate({ inputs }, { now: () => now }));
    return copied.ok ? copied.value : source;
  } catch {
    return source;
  }
}

function isKnown({ name, path: [first] }: TemplateReference, inputs: KnownInputs): boolean {
  return name === "inputs" && typeof first === "string" && Object.hasOwn(inputs, first);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
