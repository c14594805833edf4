import type { JsonValue } from "../../basics/copy-json.ts";
import { isRecord } from "../../basics/is-record.ts";
import { type SchemaProblem, validateValue } from "../../basics/json-schema/validate-value.ts";
import type { Workflow } from "../../workflow.ts";
import type { RunInputs } from "../run/run-context.ts";

/** Checked inputs: with defaults, and null for those that are optional and not given. */
export type CheckedInputs =
  | { readonly ok: true; readonly inputs: RunInputs }
  | { readonly ok: false; readonly problems: readonly SchemaProblem[] };

/**
 * Checks the inputs of a run before its first step. Null, as of a skipped step or of checked inputs, is the same as nothing
 * for an optional input. With `coerce`, strings of a command line become other types.
 */
export function checkRunInputs(
  { inputs: schema }: Pick<Workflow, "inputs">,
  given: RunInputs,
  options: { readonly coerce?: boolean } = {},
): CheckedInputs {
  const { required } = schema;
  const isRequired = (key: string) => Array.isArray(required) && required.includes(key);
  const filled = Object.entries(given).filter(([key, value]) => value !== null || isRequired(key));
  const checked = validateValue(Object.fromEntries(filled), schema, { ...options, fill: true });
  if (!checked.ok) return checked;
  return isInputs(checked.value) ? { ok: true, inputs: checked.value } : { ok: true, inputs: {} };
}

function isInputs(value: JsonValue): value is RunInputs {
  return isRecord(value);
}
