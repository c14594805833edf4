import type { JsonValue } from "../../basics/copy-json.ts";
import { isRecord } from "../../basics/is-record.ts";
import type { StepOutcome } from "../../run.ts";
import type { StepEnd } from "./step-end.ts";
import { StepFailure } from "./step-failure.ts";

/** The end of a parallel item as JSON, for engines that store it. */
export function storeItem({ output, outcome, failure, skipRest = false, sources = [] }: StepEnd): JsonValue {
  const { code = "", message = "", by = null } = failure ?? {};
  return {
    output,
    outcome,
    skipRest,
    sources,
    failure: failure === undefined ? null : { code, message, by },
  };
}

/** The end of a parallel item from its JSON. */
export function readItem(value: JsonValue): StepEnd {
  if (!isItem(value)) throw new Error("a stored result of the run is not that of an item");
  const { output, outcome, skipRest, failure, sources = [] } = value;
  if (failure === null) return { output, outcome, skipRest, sources };
  const { code, message, by } = failure;
  return { output, outcome, skipRest, failure: new StepFailure(code, message, by === null ? {} : { by }) };
}

type Item = {
  readonly output: JsonValue;
  readonly outcome: StepOutcome;
  readonly skipRest: boolean;
  readonly sources?: readonly string[];
  readonly failure: { readonly code: string; readonly message: string; readonly by: string | null } | null;
};

function isItem(value: JsonValue): value is Item {
  if (!isRecord(value)) return false;
  const { outcome, failure, sources = [] } = value;
  if (!Array.isArray(sources) || !sources.every((source) => typeof source === "string")) return false;
  const isFailure = failure === null || (isRecord(failure) && typeof failure.code === "string");
  return isFailure && value.output !== undefined && isRecord(outcome) && typeof outcome.status === "string";
}
