import { describe, expect, it } from "vitest";
import { configuredEmbedders } from "./configured-embedders.ts";
import { endpointEmbedder } from "./endpoint-embedder.ts";
import { onnxEmbedder } from "./onnx-embedder.ts";
import { staticDirectoryEmbedder } from "./static-directory.ts";
import { staticEmbedder } from "./static-embedder.ts";
import { transformersEmbedder } from "./transformers-embedder.ts";

describe("the embedders refuse options that cannot be meant", () => {
  it.each<[(...args: never[]) => unknown, readonly unknown[], string]>([
    [endpointEmbedder, [], "`url` is missing"],
    [endpointEmbedder, [{ url: "http://localhost/v1", modell: "m" }], 'did you mean "model"?'],
    [endpointEmbedder, [{ url: "http://localhost/v1", model: "m", batch: 0 }], "`batch` must be"],
    [onnxEmbedder, [{ dir: "x" }], "`dir` is an unknown option"],
    [onnxEmbedder, [{ directory: 5 }], "`directory` must be"],
    [staticEmbedder, [{ path: "x" }], "`path` is an unknown option"],
    [staticDirectoryEmbedder, [], "`directory` must be a non-empty string, got undefined"],
    [transformersEmbedder, [{ model: "m" }], "`localModelPath` is missing"],
    [transformersEmbedder, [{ model: "m", localModelPath: "p", pooling: "max" }], "`pooling` must be one of"],
    [configuredEmbedders, [{ onNotes: () => undefined }], 'did you mean "onNote"?'],
  ])("%o %j", async (entry, args, message) => {
    const call = async () => Reflect.apply(entry, undefined, args);
    await expect(call()).rejects.toMatchObject({
      code: "runtime.bad-option",
      message: expect.stringContaining(message),
    });
  });
});

describe("the embedders that a configuration chooses", () => {
  it("are none, or the shipped one when nothing is said", async () => {
    const open = configuredEmbedders({ onNote: () => undefined });
    expect(await open({ kind: "none" })).toEqual([]);
    expect(await open(undefined)).toHaveLength(1);
  });

  it("are noted when a service does not answer, and the shipped one is used", async () => {
    const notes: string[] = [];
    const open = configuredEmbedders({ onNote: (note) => notes.push(note) });
    expect(await open({ kind: "service", url: "http://127.0.0.1:1/v1", model: "m" })).toHaveLength(1);
    expect(notes).toEqual([expect.stringContaining("; skills are matched without it")]);
  });

  it("are an error when a model cannot be used", async () => {
    await expect(configuredEmbedders()({ kind: "dir", path: "/nonexistent" })).rejects.toMatchObject({
      code: "embeddings.model-invalid",
    });
  });
});
