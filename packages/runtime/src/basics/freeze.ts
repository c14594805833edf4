/** Freezes a JSON value recursively. A value that is already frozen is assumed to be deeply frozen. */
export function deepFreeze<Value>(value: Value): Value {
  if (isRecord(value) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const key in value) if (typeof value[key] === "object") deepFreeze(value[key]);
  }
  return value;
}

/** Also true for arrays, whose keys are their indexes. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
