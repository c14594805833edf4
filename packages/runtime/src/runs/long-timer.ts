/** The longest time that a timer of the platform can wait; a longer one would end at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Calls back after any number of milliseconds. The function that it returns stops that. */
export function longTimer(ms: number, call: () => void): () => void {
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const wait = (left: number): void => {
    timeout = setTimeout(
      () => (left > LONGEST_MS ? wait(left - LONGEST_MS) : call()),
      Math.min(left, LONGEST_MS),
    );
  };
  wait(ms);
  return () => clearTimeout(timeout);
}
