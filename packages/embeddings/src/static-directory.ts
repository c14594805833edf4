import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { checkArgument, kinds } from "@knowhow/runtime/toolkit";
import { invalidModel } from "./model-errors.ts";
import { readSafetensors, type Tensor } from "./safetensors.ts";
import type { SyncEmbedder } from "./static-embedder.ts";
import { type FileTokenizer, readTokenizer } from "./tokenizer-file.ts";
import { toUnit } from "./unit-vector.ts";

/** Maximum number of pieces per text in model2vec. */
const LONGEST = 512;

/** A static model in model2vec's layout: `model.safetensors` with one vector per piece, and `tokenizer.json`. */
interface DirectoryModel {
  readonly tokenizer: FileTokenizer;
  readonly dimensions: number;
  readonly vectors: Tensor["values"];
  readonly weights: Tensor["values"] | undefined;
  /** Row of each piece, if rows and pieces differ. */
  readonly rows: Tensor["values"] | undefined;
}

/**
 * Creates an embedder for a directory with your own static model, in model2vec's layout. Vectors are always normalized.
 */
export async function staticDirectoryEmbedder(directory: string): Promise<SyncEmbedder> {
  checkArgument("staticDirectoryEmbedder", "directory", directory, kinds.filledText);
  const tensors = readBytes(join(directory, "model.safetensors"));
  const tokens = readBytes(join(directory, "tokenizer.json"));
  const model = openModel(directory, tensors, tokens);
  const digest = createHash("sha256").update(tensors).update(tokens).digest("hex");
  return {
    id: `static-${basename(resolve(directory))}-${digest.slice(0, 12)}`,
    dimensions: model.dimensions,
    embed: (texts, _kind, signal) => {
      signal?.throwIfAborted();
      return texts.map((text) => embedText(model, text));
    },
  };
}

function openModel(directory: string, tensors: Uint8Array, tokens: Uint8Array): DirectoryModel {
  const place = join(directory, "model.safetensors");
  const file = readSafetensors(tensors, place);
  const tokenizer = readTokenizer(new TextDecoder().decode(tokens), join(directory, "tokenizer.json"));
  const vectors = file("embeddings");
  const [count = 0, dimensions = 0] = vectors?.shape ?? [];
  if (vectors?.shape.length !== 2 || dimensions === 0) {
    throw invalidModel(place, "it has no two-dimensional tensor `embeddings`");
  }
  const weights = file("weights")?.values;
  const rows = file("mapping")?.values;
  const pieces = rows?.length ?? count;
  if (pieces < tokenizer.size || (weights && weights.length < tokenizer.size)) {
    throw invalidModel(place, `it has ${pieces} rows for ${tokenizer.size} tokens`);
  }
  if (rows?.some((row) => row < 0 || row >= count))
    throw invalidModel(place, "`mapping` refers to a row that does not exist");
  return { tokenizer, dimensions, vectors: vectors.values, weights, rows };
}

function embedText(model: DirectoryModel, text: string): Float32Array {
  const { tokenizer, dimensions, vectors, weights, rows } = model;
  const vector = new Float32Array(dimensions);
  const pieces = tokenizer.encode(text);
  for (const piece of pieces.length > LONGEST ? pieces.slice(0, LONGEST) : pieces) {
    const weight = weights?.[piece] ?? 1;
    const row = (rows?.[piece] ?? piece) * dimensions;
    for (let d = 0; d < dimensions; d += 1) vector[d] = (vector[d] ?? 0) + weight * (vectors[row + d] ?? 0);
  }
  return toUnit(vector);
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw invalidModel(path, "it cannot be read", cause);
  }
}
