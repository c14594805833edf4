import { embedderSuite } from "@knowhow/runtime/testing";
import { describe, expect, it } from "vitest";
import { type TransformersModule, transformersEmbedder } from "./transformers-embedder.ts";

interface Used {
  readonly module: TransformersModule;
  readonly loaded: unknown[];
  readonly batches: number[];
}

/** A module whose vectors hold the length of the text and a one, unnormalised. */
function fakeModule(dims?: readonly number[]): Used {
  const loaded: unknown[] = [];
  const batches: number[] = [];
  const module: TransformersModule = {
    env: { allowRemoteModels: true, allowLocalModels: false, localModelPath: "" },
    pipeline: async (task, model, options) => {
      loaded.push([task, model, options]);
      return async (texts) => {
        batches.push(texts.length);
        const data = Float32Array.from(texts.flatMap((text) => [text.length, 1]));
        return { data, dims: dims ?? [texts.length, 2] };
      };
    },
  };
  return { module, loaded, batches };
}

const options = { model: "Xenova/all-MiniLM-L6-v2", localModelPath: "/models" };

describe("an embedder over transformers.js", () => {
  it.each(embedderSuite)("M4 $title", ({ run }) =>
    run(() => transformersEmbedder({ ...options, module: fakeModule().module })));

  it("M4 loads from disk only", async () => {
    const { module, loaded } = fakeModule();
    await transformersEmbedder({ ...options, dtype: "q8", module });
    expect(module.env).toEqual({
      allowRemoteModels: false,
      allowLocalModels: true,
      localModelPath: "/models",
    });
    expect(loaded).toEqual([["feature-extraction", "Xenova/all-MiniLM-L6-v2", { dtype: "q8" }]]);
  });

  it("M4 embeds in batches, in order, to length one", async () => {
    const { module, batches } = fakeModule();
    const embedder = await transformersEmbedder({ ...options, module, prefixes: { document: "++" } });
    const texts = Array.from({ length: 40 }, (_, index) => "x".repeat(index));
    const vectors = await embedder.embed(texts, "document");
    expect(vectors.map((vector) => Math.round((vector[0] ?? 0) / (vector[1] ?? 1)))).toEqual(
      texts.map((text) => text.length + 2),
    );
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    expect(batches).toEqual([1, 32, 8]);
    expect(embedder.dimensions).toBe(2);
  });

  it("M4 refuses a model that gives no vector per text", async () => {
    await expect(
      transformersEmbedder({ ...options, module: fakeModule([1, 5, 2]).module }),
    ).rejects.toMatchObject({
      code: "embeddings.model-unsupported",
      message: expect.stringContaining("1 × 5 × 2"),
    });
  });

  it("M4 says where the model should lie when it does not", async () => {
    const { module } = fakeModule();
    const failing = { ...module, pipeline: () => Promise.reject(new Error("no such file")) };
    await expect(transformersEmbedder({ ...options, module: failing })).rejects.toMatchObject({
      code: "embeddings.model-invalid",
      hint: expect.stringContaining("/models"),
    });
  });

  it("M4 says how to install the package when it is absent", async () => {
    await expect(transformersEmbedder(options)).rejects.toMatchObject({
      code: "embeddings.package-missing",
      hint: expect.stringContaining("npm install @huggingface/transformers"),
    });
  });
});
