import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { embedderSuite } from "@knowhow/runtime/testing";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { STATIC_MODEL_FILE, staticEmbedder } from "./static-embedder.ts";
import { dataStart, PREFIX_BYTES, readStaticModel } from "./static-model.ts";

const scratch = mkdtempSync(join(tmpdir(), "knowhow-static-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const shipped = new URL("../model/", import.meta.url);
const bytes = readFileSync(new URL(STATIC_MODEL_FILE, shipped));
const embedder = await staticEmbedder();

describe("the shipped embedding", () => {
  it.each(embedderSuite)("M4 $title", ({ run }) => run(() => staticEmbedder()));

  it("M4 answers at once, with one vector of length one per text", () => {
    const vectors = embedder.embed(["merge PDF files", "Crème brûlée", "x".repeat(90)], "query");
    expect(vectors).toHaveLength(3);
    for (const vector of vectors) {
      expect(vector).toHaveLength(embedder.dimensions);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
  });

  it("M4 gives zeros, which are near to nothing, for a text without a word it knows", () => {
    for (const text of ["", "   ", "日本語", "\u0000"]) {
      expect(embedder.embed([text], "query")[0]?.every((value) => value === 0)).toBe(true);
    }
  });

  it("M4 puts a request nearest to the description of what it asks for", () => {
    const documents = [
      "Combine several PDF files into one document",
      "Get weather forecasts for any location",
      "Write clear git commit messages from staged changes",
      "Translate text between languages",
      "Find and book hotels and accommodation",
      "Resize, crop and compress images",
    ];
    const requests = [
      "join these scanned pages to a single pdf",
      "will it rain in Oslo tomorrow",
      "describe what I changed for the git log",
      "how do you say good morning in Portuguese",
      "we need a room near the conference for two nights",
      "make these photos smaller",
    ];
    const vectors = embedder.embed(documents, "document");
    const nearest = embedder.embed(requests, "query").map((query) => {
      const scores = vectors.map((vector) => dot(vector, query));
      return scores.indexOf(Math.max(...scores));
    });
    expect(nearest).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("M4 knows by its id exactly which weights it has", () => {
    const header = JSON.parse(bytes.subarray(PREFIX_BYTES, dataOffset()).toString("latin1"));
    const digest = createHash("sha256").update(bytes.subarray(dataOffset())).digest("hex");
    expect(header.digest).toBe(digest);
    expect(embedder.id).toBe(`knowhow-static-en-${embedder.dimensions}-${digest.slice(0, 12)}`);
    expect(bytes.length).toBeLessThan(8 * 1024 * 1024);
  });

  it("M4 gives a finite vector of length one or zero for any text, long or odd, and the same again", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.lorem(),
    );
    fc.assert(
      fc.property(text, (given) => {
        const [vector = new Float32Array()] = embedder.embed([given], "document");
        const length = Math.hypot(...vector);
        expect(Math.abs(length - 1) < 1e-4 || length === 0).toBe(true);
        expect(embedder.embed([given], "query")[0]).toEqual(vector);
      }),
    );
  });

  it("M4 reads no more of an endless text than its beginning", () => {
    const begin = "merge pdf files ".repeat(1024);
    expect(embedder.embed([begin + "weather ".repeat(200_000)], "query")[0]).toEqual(
      embedder.embed([begin], "query")[0],
    );
  });

  it("M4 stops when the caller gave up before", () => {
    const signal = AbortSignal.abort(new Error("changed my mind"));
    expect(() => embedder.embed(["x"], "query", signal)).toThrow("changed my mind");
  });
});

describe("the file of the shipped embedding", () => {
  it("M4 may lie elsewhere, named as a path or an address", async () => {
    writeFileSync(join(scratch, STATIC_MODEL_FILE), bytes);
    for (const directory of [scratch, pathToFileURL(`${scratch}/`)]) {
      expect((await staticEmbedder({ directory })).id).toBe(embedder.id);
    }
  });

  it("M4 is read in place, and copied only if it is not aligned", () => {
    const straight = new Uint8Array(bytes);
    expect(readStaticModel(straight, "it").weights.buffer).toBe(straight.buffer);
    const crooked = new Uint8Array(bytes.length + 1).subarray(1);
    crooked.set(bytes);
    expect(readStaticModel(crooked, "it").scales).toEqual(readStaticModel(straight, "it").scales);
  });

  it("M4 when missing is named, with what to do", async () => {
    await expect(staticEmbedder({ directory: join(scratch, "nowhere") })).rejects.toMatchObject({
      name: "KnowhowError",
      code: "embeddings.model-invalid",
      message: expect.stringContaining("nowhere"),
      hint: expect.stringContaining("fetch the model's files again"),
    });
  });

  it.each([
    ["empty", new Uint8Array(), "not a model file"],
    ["another file", new TextEncoder().encode("#!/usr/bin/env node\n"), "not a model file"],
    ["cut within its header", bytes.subarray(0, 40), "within its header"],
    ["cut at its end", bytes.subarray(0, bytes.length - 1), "bytes instead of"],
    [
      "longer than it should be",
      new Uint8Array([...bytes.subarray(0, 300), ...bytes.subarray(0)]),
      "cannot be used",
    ],
    ["with one bit changed in its weights", changed(bytes.length - 5), "its checksum is wrong"],
    ["with one bit changed in its table", changed(dataOffset() + 9), "its checksum is wrong"],
  ])("M4 is refused when %s", (_what, broken, message) => {
    expect(() => readStaticModel(broken, "it")).toThrow(message);
  });

  it("M4 is refused with our error when anything near its beginning is changed", () => {
    fc.assert(
      fc.property(fc.nat(dataOffset() + 64), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const broken = Uint8Array.from(bytes.subarray(0, bytes.length));
        broken[at] = (broken[at] ?? 0) ^ flip;
        expect(() => readStaticModel(broken, "it")).toThrow(
          expect.objectContaining({ name: "KnowhowError" }),
        );
      }),
      { numRuns: 40 },
    );
  });
});

function changed(at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 4;
  return copy;
}

function dataOffset(): number {
  return dataStart(bytes.readUInt32LE(12));
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
