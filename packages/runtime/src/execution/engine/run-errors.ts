import type { JsonValue } from "../../basics/copy-json.ts";
import { isRecord } from "../../basics/is-record.ts";
import { KnowhowError } from "../../errors.ts";

/** There is no run with this id. */
export function unknownRun(id: string): KnowhowError {
  return new KnowhowError("run.unknown", `no run with the id "${id}"`, {
    hint: "`knowhow runs` lists the runs",
  });
}

/** Another execution of the run is under way. */
export function busyRun(id: string, holder?: string): KnowhowError {
  const by = holder === undefined ? "" : ` by ${holder}`;
  return new KnowhowError("run.busy", `the run "${id}" is being executed${by}`, {
    hint: "wait until it pauses or ends, or cancel it",
  });
}

/** The question of a run has an answer, which counts. */
export function answeredRun(id: string, key: string, first: JsonValue): KnowhowError {
  const { answer, value = answer ?? first }: Readonly<Record<string, JsonValue>> = isAnswer(first)
    ? first
    : {};
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  const step = key.replace(/[!+]?\?[^?]*$/, "");
  return new KnowhowError(
    "run.answered",
    `the question of "${step}" in the run "${id}" was already answered: ${shown}`,
    { hint: "the first answer counts; `knowhow resume` continues the run with it" },
  );
}

function isAnswer(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return isRecord(value);
}

/** A run with this id is already stored. */
export function existingRun(id: string): KnowhowError {
  return new KnowhowError("run.exists", `there is already a run with the id "${id}"`, {
    hint: "choose another id, or continue that run",
  });
}

/** True for text that can be the id of a run in every engine: the name of a folder, or the key of a row. */
export function isRunId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(id);
}

/** The id of a new run has characters that not every engine can store. */
export function badRunId(id: string): KnowhowError {
  return new KnowhowError("runtime.bad-option", `"${id.slice(0, 100)}" is not an id of a run`, {
    hint: "use letters, digits, `-` and `_`",
  });
}
