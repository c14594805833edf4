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
