import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Embedder } from "@knowhow/runtime";
import { checkOptions, kinds } from "@knowhow/runtime/toolkit";
import { invalidModel } from "./model-errors.ts";
import { readStaticModel, type StaticModel } from "./static-model.ts";
import { toUnit } from "./unit-vector.ts";
import { wordPieces } from "./word-piece.ts";

/** Name of the model's file in its directory. */
export const STATIC_MODEL_FILE = "static-en.bin";

/**
 * Options of the built-in embedder. `directory` is where the model is, for example next to a bundle. Default where this
 * package keeps it.
 */
export interface StaticEmbedderOptions {
  readonly directory?: string | URL;
}

/** An embedder that returns vectors synchronously. */
export interface SyncEmbedder extends Embedder {
  embed(texts: readonly string[], kind: "query" | "document", signal?: AbortSignal): readonly Float32Array[];
}

/** Creates the built-in embedder: English, without network or native code, microseconds per text. */
export async function staticEmbedder(options: StaticEmbedderOptions = {}): Promise<SyncEmbedder> {
  const url = kinds.kindOf("a URL", (value) => value instanceof URL);
  checkOptions("staticEmbedder", options, {
    directory: kinds.either("a directory or a URL", kinds.filledText, url),
  });
  const directory = options.directory ?? new URL("../model/", import.meta.url);
  const path = join(typeof directory === "string" ? directory : fileURLToPath(directory), STATIC_MODEL_FILE);
  return embedderOf(readStaticModel(readModelFile(path), path));
}

function embedderOf(model: StaticModel): SyncEmbedder {
  const { name, dimensions, digest } = model.header;
  return {
    id: `${name}-${dimensions}-${digest.slice(0, 12)}`,
    dimensions,
    knows: (word) => model.table.find(word, 0, word.length) >= 0,
    embed: (texts, _kind, signal) => {
      signal?.throwIfAborted();
      return texts.map((text) => embedText(model, text));
    },
  };
}

/** The sum of the vectors of a text's pieces, whose lengths are their weights. */
function embedText(
  { header: { dimensions }, table, scales, weights }: StaticModel,
  text: string,
): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const piece of wordPieces(text, table)) {
    const scale = scales[piece] ?? 0;
    const row = piece * dimensions;
    for (let d = 0; d < dimensions; d += 1) vector[d] = (vector[d] ?? 0) + scale * (weights[row + d] ?? 0);
  }
  return toUnit(vector);
}

/** Read in one call, because reading it in chunks takes longer than the rest of the start. */
function readModelFile(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw invalidModel(path, "it cannot be read", cause);
  }
}
