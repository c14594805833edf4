import type { Io } from "./io.ts";

/** Work that ends sooner shows no progress. */
const DELAY_MS = 400;

const ERASE_LINE = "\r\u001b[K";

interface ProgressOptions {
  readonly io: Io;
  readonly quiet: boolean;
}

/** Shows on a terminal that something takes time, and erases that when it is done. */
export async function withProgress<T>(
  what: string,
  work: () => Promise<T>,
  { io, quiet }: ProgressOptions,
): Promise<T> {
  if (!io.stderr.isTTY || quiet) return work();
  let shown = false;
  const timer = setTimeout(() => {
    shown = true;
    io.stderr.write(`${what}…`);
  }, DELAY_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (shown) io.stderr.write(ERASE_LINE);
  }
}

/** Counts up on a terminal while long work is running; `end` erases the line. */
export function countedProgress(
  what: string,
  { io, quiet }: ProgressOptions,
): { update(done: number, all: number): void; end(): void } {
  if (!io.stderr.isTTY || quiet) return { update: () => {}, end: () => {} };
  let last = Date.now();
  let shown = false;
  return {
    update: (done, all) => {
      const now = Date.now();
      if (now - last < DELAY_MS) return;
      last = now;
      shown = true;
      io.stderr.write(`${ERASE_LINE}${what}: ${done} of ${all}…`);
    },
    end: () => {
      if (shown) io.stderr.write(ERASE_LINE);
    },
  };
}
