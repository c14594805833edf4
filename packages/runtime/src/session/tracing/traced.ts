import { isKnowhowError } from "../../errors.ts";
import type { SpanHandle, SpanName, SpanStart, Tracer } from "../../ports.ts";

/** Does a piece of work inside a span and says how it ended; the outcome is the work's own, whatever the tracer does. */
export async function traced<T>(
  tracer: Tracer | undefined,
  start: SpanStart,
  work: () => Promise<T>,
  describe: (span: SpanHandle, result: T) => void,
): Promise<T> {
  if (tracer === undefined || !listens(tracer, start.name)) return work();
  const begun: { work?: Promise<T> } = {};
  const run = (span: SpanHandle): Promise<T> => {
    begun.work ??= observed(work, describe, span);
    return begun.work;
  };
  try {
    await tracer.trace(start, run);
  } catch {
    // Either the tracer's mistake, which must not stop the engine, or the work's own, which its promise tells.
  }
  return begun.work ?? work();
}

function listens(tracer: Tracer, name: SpanName): boolean {
  try {
    return tracer.listens?.(name) ?? true;
  } catch {
    return false;
  }
}

async function observed<T>(
  work: () => Promise<T>,
  describe: (span: SpanHandle, result: T) => void,
  span: SpanHandle,
): Promise<T> {
  const result = await work().catch((error: unknown) => {
    quietly(() => span.set({ "error.type": typeOf(error) }));
    throw error;
  });
  quietly(() => describe(span, result));
  return result;
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // A tracer's mistake must never stop the engine.
  }
}

/** The class of an error; its message may name places. */
function typeOf(error: unknown): string {
  if (isKnowhowError(error)) return error.code;
  return error instanceof Error ? error.name : "unknown";
}
