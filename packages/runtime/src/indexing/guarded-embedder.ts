import type { Embedder } from "../ports.ts";
import { waitFor } from "./wait-for.ts";

/** An embedder whose answers are right or missing, never wrong or forever under way. */
export interface GuardedEmbedder extends Embedder {
  /** True while it is left alone because it kept somebody waiting, or could not embed the skills. */
  isBackingOff(): boolean;
}

/** A conversation waits this long for the meaning of a message, and an index for the meanings of some skills. */
const QUERY_MS = 2_000;
const DOCUMENTS_MS = 30_000;

/** A length that differs from one by less was meant to be one. */
const ROUNDING = 1e-3;

/** After that nobody should be kept waiting again at once. */
const REST_MS = 30_000;

/**
 * Bounds how long an embedder may take and checks what it gives: as many vectors as texts, of the promised size, of real
 * numbers, each brought to length one. A vector that is wrong would be worse than none, and one that is kept on disk would stay wrong.
 */
export function guardEmbedder(embedder: Embedder, now: () => number): GuardedEmbedder {
  const { id, dimensions } = embedder;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let why = "";
  const isBackingOff = () => now() < restsUntil;
  const rest = (reason: string) => {
    restsUntil = now() + REST_MS;
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

/** Tells a person that an embedder was done without. */
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

/** Fails with `late` when the work takes too long, and tells the work to stop. */
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

/** What is compared has length one, or none when it says nothing; a vector that is longer would outweigh everything. */
function ofLengthOne(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  if (square === 0 || Math.abs(square - 1) < ROUNDING) return vector;
  const scale = 1 / Math.sqrt(square);
  return vector.map((value) => value * scale);
}
