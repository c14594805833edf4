import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Embedder } from "@knowhow/runtime";
import { KnowhowError } from "@knowhow/runtime/errors";
import { checkOptions, kinds } from "@knowhow/runtime/toolkit";
import { invalidModel, missingPackage } from "./model-errors.ts";
import { type OnnxModel, type OnnxRuntime, runModel } from "./onnx-model.ts";
import { markedId, PREFIXES, type Prefixes } from "./prefixes.ts";
import { readTokenizer } from "./tokenizer-file.ts";

/** Options for a sentence model in ONNX format with its tokenizer. */
export interface OnnxEmbedderOptions {
  /** Directory with `tokenizer.json` and the model: `model.onnx`, or one of the usual names below `onnx/`. */
  readonly directory?: string;
  /** Path of the model. Default found in `directory`. */
  readonly model?: string;
  /** Path of the tokenizer. Default `tokenizer.json` in `directory`. */
  readonly tokenizer?: string;
  /** Names the model and its version. Default a digest of its file. */
  readonly id?: string;
  /** Maximum number of pieces per text, including the start and end markers. Default 256. */
  readonly maxPieces?: number;
  readonly threads?: number;
  /**
   * Number of texts per run. Default 1, because with a quantized model the other texts of a batch slightly change a
   * vector.
   */
  readonly batch?: number;
  readonly prefixes?: Prefixes;
  /** Your own import of `onnxruntime-node`, or of a compatible package. Default imported on first use. */
  readonly runtime?: OnnxRuntime;
}

const MODEL_NAMES = [
  "model.onnx",
  "onnx/model.onnx",
  "onnx/model_quantized.onnx",
  "onnx/model_int8.onnx",
  "model_quantized.onnx",
];
/**
 * Creates an embedder for an ONNX model on disk: the mean of the last layer, normalized. Requires the package
 * `onnxruntime-node`.
 */
export async function onnxEmbedder(options: OnnxEmbedderOptions): Promise<Embedder> {
  checkOptions("onnxEmbedder", options, {
    directory: kinds.filledText,
    model: kinds.filledText,
    tokenizer: kinds.filledText,
    id: kinds.filledText,
    maxPieces: kinds.wholeNumber(2),
    threads: kinds.wholeNumber(1),
    batch: kinds.wholeNumber(1),
    prefixes: PREFIXES,
    runtime: kinds.objectWith({}, "an import of onnxruntime-node"),
  });
  const { model, tokenizer } = findFiles(options);
  const { prefixes = {}, batch = 1 } = options;
  const loaded = await open(options, model, tokenizer);
  const [probe] = await runModel(loaded, [loaded.tokenizer.encode("probe")]);
  return {
    id: markedId(options.id ?? `onnx-${basename(resolve(model))}-${digestOf(model, tokenizer)}`, {
      ...prefixes,
      maxPieces: options.maxPieces,
    }),
    dimensions: probe?.length ?? 0,
    ...(loaded.tokenizer.knows && { knows: loaded.tokenizer.knows }),
    embed: async (texts, kind, signal) => {
      const prefix = prefixes[kind] ?? "";
      const encoded = texts.map((text) => loaded.tokenizer.encode(prefix + text, loaded.marks.unknown));
      const order = encoded
        .map((_, index) => index)
        .sort((a, b) => lengthAt(encoded, a) - lengthAt(encoded, b));
      const vectors: Float32Array[] = new Array(texts.length);
      for (let from = 0; from < order.length; from += batch) {
        signal?.throwIfAborted();
        const chosen = order.slice(from, from + batch);
        const found = await runModel(
          loaded,
          chosen.map((index) => encoded[index] ?? []),
        );
        chosen.forEach((index, at) => {
          vectors[index] = found[at] ?? new Float32Array(0);
        });
      }
      return vectors;
    },
  };
}

async function open(options: OnnxEmbedderOptions, model: string, tokenizerPath: string): Promise<OnnxModel> {
  const tokenizer = readTokenizer(new TextDecoder().decode(readBytes(tokenizerPath)), tokenizerPath);
  const mark = (piece: string) => {
    const number = tokenizer.numberOf(piece);
    if (number === undefined) throw invalidModel(tokenizerPath, `its vocabulary has no ${piece}`);
    return number;
  };
  const marks = { start: mark("[CLS]"), end: mark("[SEP]"), unknown: mark("[UNK]"), padding: mark("[PAD]") };
  const runtime = options.runtime ?? (await importRuntime(model));
  const threads = options.threads === undefined ? {} : { intraOpNumThreads: options.threads };
  try {
    const session = await runtime.InferenceSession.create(model, { interOpNumThreads: 1, ...threads });
    return { runtime, session, tokenizer, marks, maxPieces: options.maxPieces ?? 256, place: model };
  } catch (cause) {
    throw invalidModel(model, "the ONNX runtime cannot read it", cause);
  }
}

function lengthAt(lists: readonly (readonly number[])[], index: number): number {
  return lists[index]?.length ?? 0;
}

function findFiles({ directory, model, tokenizer }: OnnxEmbedderOptions): {
  readonly model: string;
  readonly tokenizer: string;
} {
  if (directory === undefined) {
    if (model !== undefined && tokenizer !== undefined) return { model, tokenizer };
    throw new KnowhowError("runtime.bad-option", "onnxEmbedder needs the files of a model", {
      hint: "pass { directory }, or { model, tokenizer }",
    });
  }
  const found = model ?? MODEL_NAMES.map((name) => join(directory, name)).find((path) => existsSync(path));
  if (found === undefined) throw invalidModel(directory, `it contains none of ${MODEL_NAMES.join(", ")}`);
  return { model: found, tokenizer: tokenizer ?? join(directory, "tokenizer.json") };
}

/**
 * The package is optional, so bundlers and type checkers must not see its name. It is resolved next to this package and
 * then next to the model, never in the working directory, which may be an untrusted repository.
 */
async function importRuntime(model: string): Promise<OnnxRuntime> {
  const name: string = "onnxruntime-node";
  const module = await import(name).catch((cause: unknown) => importBeside(model, name, cause));
  const runtime = [module, module?.default].find(isRuntime);
  if (runtime !== undefined) return runtime;
  throw missingPackage(name, new Error("it has no InferenceSession"));
}

async function importBeside(
  model: string,
  name: string,
  cause: unknown,
): Promise<{ readonly default?: unknown }> {
  try {
    return await import(pathToFileURL(createRequire(resolve(model)).resolve(name)).href);
  } catch {
    throw missingPackage(name, cause);
  }
}

function isRuntime(value: unknown): value is OnnxRuntime {
  return typeof value === "object" && value !== null && "InferenceSession" in value && "Tensor" in value;
}

function digestOf(...paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(readBytes(path));
  return hash.digest("hex").slice(0, 12);
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw invalidModel(path, "it cannot be read", cause);
  }
}
