/** Freezes a JSON value and everything in it; what is frozen already is taken to be so all the way down. */
export function deepFreeze<Value>(value: Value): Value {
  if (isSoft(value)) freezeAll(value);
  return value;
}

/** Without a list of values and without a call for each text in it: a library has thousands of both. */
function freezeAll(value: Readonly<Record<string, unknown>> | readonly unknown[]): void {
  Object.freeze(value);
  if (Array.isArray(value)) {
    for (const inner of value) if (isSoft(inner)) freezeAll(inner);
    return;
  }
  for (const key in value) {
    const inner = Reflect.get(value, key);
    if (isSoft(inner)) freezeAll(inner);
  }
}

function isSoft(value: unknown): value is Readonly<Record<string, unknown>> | readonly unknown[] {
  return typeof value === "object" && value !== null && !Object.isFrozen(value);
}
