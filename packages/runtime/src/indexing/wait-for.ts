/**
 * The result of some work, or a rejection with `late` after `limit` milliseconds; the work itself continues. The signal
 * ends the wait earlier.
 */
export async function waitFor<Value>(
  work: Promise<Value>,
  limit: number,
  late: string,
  signal?: AbortSignal,
): Promise<Value> {
  signal?.throwIfAborted();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = () => {};
  const timeout = new Promise<never>((_, reject) => {
    if (Number.isFinite(limit)) timer = setTimeout(() => reject(new Error(late)), limit);
    onAbort = () => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
