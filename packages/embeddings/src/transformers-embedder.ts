import type { Embedder } from "@knowhow/runtime";
import { KnowhowError } from "@knowhow/runtime/errors";
import { checkOptions, kinds } from "@knowhow/runtime/toolkit";
import { missingPackage, unsupportedModel } from "./model-errors.ts";
import { markedId, PREFIXES, type Prefixes } from "./prefixes.ts";
import { toUnit } from "./unit-vector.ts";

/** The part of `@huggingface/transformers` that is used. */
export interface TransformersModule {
  readonly env: { allowRemoteModels: boolean; allowLocalModels: boolean; localModelPath: string };
  pipeline(
    task: "feature-extraction",
    model: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<FeatureExtraction>;
}

export type FeatureExtraction = (
  texts: string[],
  options: { readonly pooling: "mean" | "cls"; readonly normalize: boolean },
) => Promise<{ readonly data: ArrayLike<number>; readonly dims: readonly number[] }>;

/** Options for a model on this machine, run by transformers.js. */
export interface TransformersEmbedderOptions {
  /** Name of the model below `localModelPath`: `Xenova/all-MiniLM-L6-v2`. */
  readonly model: string;
  readonly localModelPath: string;
  /** Variant of the model: `q8`, `fp16`, `fp32`. */
  readonly dtype?: string;
  readonly pooling?: "mean" | "cls";
  readonly prefixes?: Prefixes;
  /** Your own import of `@huggingface/transformers`. Default imported on first use. */
  readonly module?: TransformersModule;
}

const BATCH = 32;

/**
 * Creates an embedder for transformers.js with a model on disk; nothing is downloaded. Requires
 * `@huggingface/transformers`.
 */
export async function transformersEmbedder(options: TransformersEmbedderOptions): Promise<Embedder> {
  checkOptions("transformersEmbedder", options, {
    model: { kind: kinds.filledText, required: true },
    localModelPath: { kind: kinds.filledText, required: true },
    dtype: kinds.filledText,
    pooling: kinds.oneOf(["mean", "cls"]),
    prefixes: PREFIXES,
    module: kinds.objectWith({}, "an import of @huggingface/transformers"),
  });
  const { model, localModelPath, dtype, pooling = "mean", prefixes = {} } = options;
  const transformers = options.module ?? (await importTransformers());
  transformers.env.allowRemoteModels = false;
  transformers.env.allowLocalModels = true;
  transformers.env.localModelPath = localModelPath;
  const extract = await load(transformers, options);
  const embed = async (texts: readonly string[]) => {
    const { data, dims } = await extract([...texts], { pooling, normalize: true });
    const [count, width = 0] = dims;
    if (dims.length !== 2 || count !== texts.length || data.length !== count * width) {
      throw unsupportedModel(
        model,
        `it returned vectors of shape ${dims.join(" × ")}`,
        "choose a sentence model",
      );
    }
    return texts.map((_, at) =>
      toUnit(Float32Array.from({ length: width }, (_value, d) => data[at * width + d] ?? 0)),
    );
  };
  const [probe] = await embed(["probe"]);
  return {
    id: markedId(`transformers-${model}-${dtype ?? "default"}-${pooling}`, { ...prefixes }),
    dimensions: probe?.length ?? 0,
    embed: async (texts, kind, signal) => {
      const prefix = prefixes[kind] ?? "";
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += BATCH) {
        signal?.throwIfAborted();
        vectors.push(...(await embed(texts.slice(from, from + BATCH).map((text) => prefix + text))));
      }
      return vectors;
    },
  };
}

async function load(
  transformers: TransformersModule,
  { model, localModelPath, dtype }: TransformersEmbedderOptions,
): Promise<FeatureExtraction> {
  try {
    return await transformers.pipeline("feature-extraction", model, dtype === undefined ? {} : { dtype });
  } catch (cause) {
    throw new KnowhowError("embeddings.model-invalid", `the model ${model} cannot be loaded`, {
      hint: `put its files into ${localModelPath}; knowhow never downloads a model`,
      cause,
    });
  }
}

/** The package is optional, so bundlers and type checkers must not see its name. */
async function importTransformers(): Promise<TransformersModule> {
  const name: string = "@huggingface/transformers";
  let module: unknown;
  try {
    module = await import(name);
  } catch (cause) {
    throw missingPackage(name, cause);
  }
  if (isTransformers(module)) return module;
  throw missingPackage(name, new Error("it has no pipeline"));
}

function isTransformers(value: unknown): value is TransformersModule {
  return typeof value === "object" && value !== null && "pipeline" in value && "env" in value;
}
