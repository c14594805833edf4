import { isPassing } from "./database-errors.ts";

const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 1_000;

/** How long a call waits for a database that is being restarted. */
const CALL_MS = 10_000;

/**
 * Does something again while the database cannot be reached. An attempt after the first may find what an earlier one stored
 * before its connection broke. `patience` is called at the first failure and returns whether there is time for another attempt.
 */
export async function bePatient<T>(
  work: (attempt: number) => Promise<T>,
  patience: () => () => boolean = () => within(CALL_MS),
): Promise<T> {
  let mayRepeat: (() => boolean) | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      mayRepeat ??= patience();
      if (!isPassing(error) || !mayRepeat()) throw error;
    }
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

/** True for some time from now on. */
export function within(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() < end;
}
