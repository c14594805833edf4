import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embedderSuite } from "@knowhow/runtime/testing";
import { afterAll, describe, expect, it } from "vitest";
import { onnxEmbedder } from "./onnx-embedder.ts";
import type { OnnxRuntime, OnnxSession } from "./onnx-model.ts";

const scratch = mkdtempSync(join(tmpdir(), "knowhow-onnx-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const vocab = { "[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, merge: 4, file: 5, "##s": 6 };

interface FakeTensor {
  readonly data: BigInt64Array;
  readonly shape: readonly number[];
}

/** A runtime whose last layer holds the number of each piece and a one; what is padded holds nonsense. */
function fakeRuntime(session: Partial<OnnxSession> = {}): {
  runtime: OnnxRuntime;
  shapes: (readonly number[])[];
} {
  const shapes: (readonly number[])[] = [];
  class Tensor {
    readonly data: BigInt64Array;
    readonly shape: readonly number[];
    constructor(_type: "int64", data: BigInt64Array, shape: readonly number[]) {
      this.data = data;
      this.shape = shape;
    }
  }
  const run: OnnxSession["run"] = async (inputs) => {
    const ids = tensor(inputs.input_ids);
    const mask = tensor(inputs.attention_mask);
    shapes.push(ids.shape);
    const data = Float32Array.from(
      ids.data.length === 0
        ? []
        : Array.from(ids.data).flatMap((id, at) => (mask.data[at] === 1n ? [Number(id), 1] : [1e6, -1e6])),
    );
    return { last_hidden_state: { data, dims: [...ids.shape, 2] } };
  };
  const whole = {
    inputNames: ["input_ids", "attention_mask"],
    outputNames: ["last_hidden_state"],
    run,
    ...session,
  };
  return { runtime: { InferenceSession: { create: async () => whole }, Tensor }, shapes };
}

describe("an embedder over an ONNX file", () => {
  it.each(embedderSuite)("M4 $title", async ({ run }) => {
    const directory = write("model.onnx");
    await run(() => onnxEmbedder({ directory, runtime: fakeRuntime().runtime, batch: 8 }));
  });

  it("B1 says which words it knows if its vocabulary is English", async () => {
    const { runtime } = fakeRuntime();
    const open = async (words: Readonly<Record<string, number>>) =>
      onnxEmbedder({ directory: write("model.onnx", "model", words), runtime });
    const { knows } = await open({ ...vocab, the: 7 });
    const words = ["merge", "file", "zusammen", "合并", ""];
    expect(words.map((word) => knows?.(word))).toEqual([true, true, false, false, false]);
    const foreign = { the: 7, nicht: 8, auch: 9, aussi: 10, porque: 11 };
    expect((await open({ ...vocab, ...foreign })).knows).toBeUndefined();
  });

  it("M4 gives the mean of a text's own pieces, in the order of the texts, whatever they were padded with", async () => {
    const { runtime, shapes } = fakeRuntime();
    const embedder = await onnxEmbedder({
      directory: write("onnx/model_quantized.onnx"),
      runtime,
      batch: 8,
    });
    const vectors = await embedder.embed(["merge files merge", "merge", "xyz"], "query");
    // [CLS] 2, merge 4, file 5, ##s 6, merge 4, [SEP] 3; [CLS] 2, merge 4, [SEP] 3; [CLS] 2, [UNK] 1, [SEP] 3
    expect(vectors.map((vector) => (vector[0] ?? 0) / (vector[1] ?? 1))).toEqual(
      [24 / 6, 9 / 3, 6 / 3].map((value) => expect.closeTo(value, 4)),
    );
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    expect(embedder.dimensions).toBe(2);
    expect(shapes.at(-1)).toEqual([3, 6]);
  });

  it("M4 runs many texts in bounded batches and cuts long ones", async () => {
    const { runtime, shapes } = fakeRuntime();
    const embedder = await onnxEmbedder({ directory: write("model.onnx"), runtime, maxPieces: 8, batch: 32 });
    const texts = Array.from({ length: 70 }, (_, index) => "merge ".repeat(index + 1));
    expect(await embedder.embed(texts, "document")).toHaveLength(70);
    expect(shapes.slice(1).map(([count]) => count)).toEqual([32, 32, 6]);
    expect(Math.max(...shapes.map(([, length = 0]) => length))).toBe(8);
  });

  it("M4 runs one text at a time by default, so that no text changes another's vector", async () => {
    const { runtime, shapes } = fakeRuntime();
    const embedder = await onnxEmbedder({ directory: write("model.onnx"), runtime });
    await embedder.embed(["merge", "merge files"], "document");
    expect(shapes.slice(1)).toEqual([
      [1, 3],
      [1, 5],
    ]);
  });

  it("M4 takes a vector of the whole text when the model gives one", async () => {
    const run: OnnxSession["run"] = async (inputs) => {
      const [count = 0] = tensor(inputs.input_ids).shape;
      return { sentence_embedding: { data: new Float32Array(count * 2).fill(3), dims: [count, 2] } };
    };
    const { runtime } = fakeRuntime({ run });
    const [vector] = await (await onnxEmbedder({ directory: write("model.onnx"), runtime })).embed(
      ["x"],
      "query",
    );
    expect(vector?.[0]).toBeCloseTo(Math.SQRT1_2, 5);
  });

  it("M4 stops between batches when the caller gives up", async () => {
    const { runtime } = fakeRuntime();
    const embedder = await onnxEmbedder({ directory: write("model.onnx"), runtime });
    const signal = AbortSignal.abort(new Error("changed my mind"));
    await expect(embedder.embed(["merge"], "query", signal)).rejects.toThrow("changed my mind");
  });

  it("M4 names its vectors by the model's bytes and by what changes them", async () => {
    const { runtime } = fakeRuntime();
    const id = async (name: string, bytes: string, more: object = {}) =>
      (await onnxEmbedder({ directory: write(name, bytes), runtime, ...more })).id;
    expect(await id("model.onnx", "a")).toBe(await id("model.onnx", "a"));
    expect(await id("model.onnx", "a")).not.toBe(await id("model.onnx", "b"));
    expect(await id("model.onnx", "a")).not.toBe(await id("model.onnx", "a", { prefixes: { query: "q: " } }));
    expect(await id("model.onnx", "a")).not.toBe(await id("model.onnx", "a", { maxPieces: 64 }));
  });

  it("M4 says how to install the runtime when it is absent", async () => {
    await expect(onnxEmbedder({ directory: write("model.onnx") })).rejects.toMatchObject({
      code: "embeddings.package-missing",
      hint: expect.stringContaining("npm install onnxruntime-node"),
    });
  });

  it("M4 refuses a model that asks for more than texts", async () => {
    const { runtime } = fakeRuntime({ inputNames: ["input_ids", "pixel_values"] });
    await expect(onnxEmbedder({ directory: write("model.onnx"), runtime })).rejects.toMatchObject({
      code: "embeddings.model-unsupported",
      message: expect.stringContaining("pixel_values"),
    });
  });

  it("M4 says what is missing: the model, or the names of files", async () => {
    const { runtime } = fakeRuntime();
    await expect(onnxEmbedder({ directory: write("elsewhere.onnx"), runtime })).rejects.toMatchObject({
      code: "embeddings.model-invalid",
      message: expect.stringContaining("model.onnx"),
    });
    await expect(onnxEmbedder({ model: "x", runtime })).rejects.toMatchObject({ code: "runtime.bad-option" });
  });
});

function tensor(value: unknown): FakeTensor {
  const data: unknown = Reflect.get(Object(value), "data");
  const shape: unknown = Reflect.get(Object(value), "shape");
  if (!(data instanceof BigInt64Array) || !Array.isArray(shape)) throw new Error("no tensor");
  return { data, shape };
}

function write(name: string, bytes = "model", words: Readonly<Record<string, number>> = vocab): string {
  const directory = mkdtempSync(join(scratch, "model-"));
  mkdirSync(join(directory, "onnx"));
  writeFileSync(join(directory, name), bytes);
  const tokenizer = {
    normalizer: { type: "BertNormalizer", lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    model: { type: "WordPiece", vocab: words },
  };
  writeFileSync(join(directory, "tokenizer.json"), JSON.stringify(tokenizer));
  return directory;
}
