import type { Io } from "../io.ts";

/** Work that ends sooner needs no words. */
const PATIENCE_MS = 400;

/** Says on a terminal that something takes its time, and wipes that away when it is done. */
export async function withProgress<T>(
  what: string,
  work: () => Promise<T>,
  { io, quiet }: { io: Io; quiet: boolean },
): Promise<T> {
  if (!io.stderr.isTTY || quiet) return work();
  let shown = false;
  const timer = setTimeout(() => {
    shown = true;
    io.stderr.write(`${what}…`);
  }, PATIENCE_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (shown) io.stderr.write("\r\u001b[K");
  }
}
