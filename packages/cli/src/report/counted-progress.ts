import type { Io } from "../io.ts";

/** Work that ends sooner needs no words, and nobody reads faster. */
const PATIENCE_MS = 400;

/** Tells on a terminal how far a long piece of work is, and wipes that away at its end. */
export function countedProgress(
  what: string,
  { io, quiet }: { readonly io: Io; readonly quiet: boolean },
): { tell(done: number, all: number): void; end(): void } {
  if (!io.stderr.isTTY || quiet) return { tell: () => {}, end: () => {} };
  let last = Date.now();
  let shown = false;
  return {
    tell: (done, all) => {
      const now = Date.now();
      if (now - last < PATIENCE_MS) return;
      last = now;
      shown = true;
      io.stderr.write(`\r\u001b[K${what}: ${done} of ${all}…`);
    },
    end: () => {
      if (shown) io.stderr.write("\r\u001b[K");
    },
  };
}
