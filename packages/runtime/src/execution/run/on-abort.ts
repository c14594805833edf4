/** The callbacks of a signal. One listener serves all of them: Node warns about a signal with more than ten. */
const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back when a signal is aborted, at once if it is already. The function that it returns stops that. */
export function onAbort(signal: AbortSignal, call: () => void): () => void {
  if (signal.aborted) {
    call();
    return () => undefined;
  }
  const known = callbacks.get(signal) ?? listen(signal);
  known.add(call);
  return () => void known.delete(call);
}

function listen(signal: AbortSignal): Set<() => void> {
  const added = new Set<() => void>();
  callbacks.set(signal, added);
  signal.addEventListener(
    "abort",
    () => {
      for (const call of added) call();
      added.clear();
    },
    { once: true },
  );
  return added;
}
