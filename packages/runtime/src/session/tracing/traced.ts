import { isKnowhowError } from "../../errors.ts";
import type { SpanHandle, SpanName, SpanStart, Tracer } from "../../ports.ts";

/** Runs an operation inside a span and records how it ended. The tracer never changes the result. */
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
    // Either an error in the tracer, which must not stop the engine, or one in the operation, which its promise
    // reports.
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
    // An error in the tracer must not stop the engine.
  }
}

/** The class of an error, because its message may contain paths. */
function typeOf(error: unknown): string {
  if (isKnowhowError(error)) return error.code;
  return error instanceof Error ? error.name : "unknown";
}
