/** Computes a value on first use and caches it; a promise that rejects is not cached, so the next use tries again. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    if (made !== undefined) return made.value;
    const mine = { value: make() };
    made = mine;
    if (mine.value instanceof Promise)
      mine.value.catch(() => {
        if (made === mine) made = undefined;
      });
    return mine.value;
  };
}

/** Computes a value on first use for each object, and keeps it as long as the object. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const made = known.get(key) ?? { value: make(key) };
    known.set(key, made);
    return made.value;
  };
}
