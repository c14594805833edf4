/** Freezes a JSON value and everything in it; what is frozen already is taken to be so all the way down. */
export function deepFreeze<Value>(value: Value): Value {
  if (isRecord(value) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const key in value) if (typeof value[key] === "object") deepFreeze(value[key]);
  }
  return value;
}

/** Arrays are records, too: their keys are their positions. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
