import type { Embedder } from "../ports.ts";
import { waitFor } from "./wait-for.ts";

/** An embedder whose results are validated and whose calls time out. */
export interface GuardedEmbedder extends Embedder {
  /** True while it is not called because it timed out or could not embed the skills. */
  isBackingOff(): boolean;
}

/** Timeout for embedding a message, and for embedding a batch of skills. */
const QUERY_MS = 2_000;
const DOCUMENTS_MS = 30_000;

/** Tolerance for the length of a unit vector. */
const ROUNDING = 1e-3;

/** How long an embedder is not called after a timeout. */
const BACK_OFF_MS = 30_000;

/**
 * Limits the time of an embedder and validates its result: one vector per text, of the declared size, with finite
 * numbers, normalized to unit length. A wrong vector would be worse than none, and would stay wrong once it is cached
 * on disk.
 */
export function guardEmbedder(embedder: Embedder, now: () => number): GuardedEmbedder {
  const { id, dimensions } = embedder;
  let backsOffUntil = Number.NEGATIVE_INFINITY;
  let why = "";
  const isBackingOff = () => now() < backsOffUntil;
  const rest = (reason: string) => {
    backsOffUntil = now() + BACK_OFF_MS;
    why = reason;
  };
  return {
    id,
    dimensions,
    ...(embedder.knows === undefined ? {} : { knows: (word: string) => knows(embedder, word) }),
    isBackingOff,
    embed: async (texts, kind, signal) => {
      signal?.throwIfAborted();
      if (isBackingOff()) throw new Error(`${why}; it is retried later`);
      const limit = kind === "query" ? QUERY_MS : DOCUMENTS_MS;
      const late = `it took longer than ${limit / 1_000} seconds`;
      try {
        const vectors = await within(limit, late, signal, (stop) => embedder.embed(texts, kind, stop));
        return checked(vectors, texts.length, dimensions);
      } catch (error) {
        signal?.throwIfAborted();
        const reason = reasonOf(error);
        if (kind === "document" || reason === late) rest(reason);
        throw error;
      }
    },
  };
}

/** The note for the user that an embedder was not used. */
export function unanswered({ id }: Pick<Embedder, "id">, error: unknown): string {
  return `the embedder ${id} did not answer: ${reasonOf(error)}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function knows(embedder: Embedder, word: string): boolean {
  try {
    return embedder.knows?.(word) === true;
  } catch {
    return false;
  }
}

type EmbedderCall = (stop: AbortSignal) => ReturnType<Embedder["embed"]>;

/** Rejects with `late` if the work takes too long, and aborts it. */
async function within(
  limit: number,
  late: string,
  signal: AbortSignal | undefined,
  work: EmbedderCall,
): Promise<readonly Float32Array[]> {
  const controller = new AbortController();
  const given = work(controller.signal);
  if (!(given instanceof Promise)) return given;
  try {
    return await waitFor(given, limit, late, signal);
  } finally {
    controller.abort();
  }
}

function checked(
  vectors: readonly Float32Array[],
  count: number,
  dimensions: number,
): readonly Float32Array[] {
  if (!Array.isArray(vectors) || vectors.length !== count)
    throw new Error("the number of vectors differs from the number of texts");
  for (const vector of vectors) {
    if (!(vector instanceof Float32Array) || vector.length !== dimensions)
      throw new Error("the vectors do not have the declared dimensions");
    if (!vector.every(Number.isFinite)) throw new Error("the vectors contain values that are not numbers");
  }
  return vectors.map(ofLengthOne);
}

/**
 * Normalizes a vector to unit length, or to zeros if it has no direction; a longer vector would outweigh everything
 * else.
 */
function ofLengthOne(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  if (square === 0 || Math.abs(square - 1) < ROUNDING) return vector;
  const scale = 1 / Math.sqrt(square);
  return vector.map((value) => value * scale);
}
