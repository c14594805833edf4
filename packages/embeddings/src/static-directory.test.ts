import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embedderSuite } from "@knowhow/runtime/testing";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readSafetensors } from "./safetensors.ts";
import { staticDirectoryEmbedder } from "./static-directory.ts";

const scratch = mkdtempSync(join(tmpdir(), "knowhow-embeddings-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const vocab = { "[PAD]": 0, "[UNK]": 1, merge: 2, file: 3, "##s": 4 };
const rows = [
  [0, 0],
  [9, 9],
  [1, 0],
  [0, 2],
  [0, 2],
];

describe("an embedder over a directory", () => {
  it.each(embedderSuite)("M4 $title", async ({ run }) => {
    const directory = write(plain());
    await run(() => staticDirectoryEmbedder(directory));
  });

  it.each([
    ["F32", (values: readonly number[]) => Buffer.from(Float32Array.from(values).buffer)],
    ["F64", (values: readonly number[]) => Buffer.from(Float64Array.from(values).buffer)],
    ["F16", (values: readonly number[]) => Buffer.from(Uint16Array.from(values, half).buffer)],
    ["BF16", (values: readonly number[]) => Buffer.from(Uint16Array.from(values, brain).buffer)],
    ["I8", (values: readonly number[]) => Buffer.from(Int8Array.from(values).buffer)],
  ])("M4 reads vectors of type %s", async (dtype, encode) => {
    const directory = write({ embeddings: { dtype, shape: [5, 2], data: encode(rows.flat()) } });
    const embedder = await staticDirectoryEmbedder(directory);
    const [vector] = embedder.embed(["Merge files?"], "query");
    // merge + file + ##s = [1, 4]
    expect([...(vector ?? [])]).toEqual([
      expect.closeTo(1 / Math.sqrt(17), 5),
      expect.closeTo(4 / Math.sqrt(17), 5),
    ]);
    expect(embedder.dimensions).toBe(2);
  });

  it("M4 heeds weights of pieces and rows that pieces share", async () => {
    const directory = write({
      embeddings: { dtype: "F32", shape: [2, 2], data: Buffer.from(Float32Array.of(1, 0, 0, 1).buffer) },
      weights: { dtype: "F32", shape: [5], data: Buffer.from(Float32Array.of(0, 0, 3, 2, 2).buffer) },
      mapping: { dtype: "I64", shape: [5], data: Buffer.from(BigInt64Array.of(0n, 0n, 0n, 1n, 1n).buffer) },
    });
    const [vector] = (await staticDirectoryEmbedder(directory)).embed(["merge files"], "document");
    expect([...(vector ?? [])]).toEqual([expect.closeTo(3 / 5, 5), expect.closeTo(4 / 5, 5)]);
  });

  it("M4 gives zeros for a text without a known word", async () => {
    const [vector] = (await staticDirectoryEmbedder(write(plain()))).embed(["xyz"], "query");
    expect([...(vector ?? [])]).toEqual([0, 0]);
  });

  it("M4 has another id when a byte of the model is another", async () => {
    const other = plain();
    other.embeddings.data[1] = 1;
    const ids = [write(plain()), write(plain()), write(other)].map(
      async (path) => (await staticDirectoryEmbedder(path)).id,
    );
    const digests = (await Promise.all(ids)).map((id) => id.split("-").at(-1));
    expect(digests[0]).toBe(digests[1]);
    expect(digests[0]).not.toBe(digests[2]);
  });

  it.each([
    ["BPE", { model: { type: "BPE", vocab } }, "its tokenizer is BPE"],
    ["Unigram", { model: { type: "Unigram", vocab: [] } }, "its tokenizer is Unigram"],
    ["another normaliser", { normalizer: { type: "NFKC" } }, "its normalizer is NFKC"],
    ["another splitter", { pre_tokenizer: { type: "Metaspace" } }, "its words are split by Metaspace"],
    [
      "accents kept in lower case",
      { normalizer: { type: "BertNormalizer", strip_accents: false } },
      "accents",
    ],
  ])("M4 refuses %s instead of giving wrong vectors", async (_what, change, message) => {
    await expect(staticDirectoryEmbedder(write(plain(), change))).rejects.toMatchObject({
      code: "embeddings.model-unsupported",
      message: expect.stringContaining(message),
      hint: expect.stringContaining("WordPiece"),
    });
  });

  it.each([
    ["no tensor of vectors", { other: plain().embeddings }, "no tensor `embeddings`"],
    [
      "too few rows",
      { embeddings: { dtype: "I8", shape: [1, 2], data: Buffer.alloc(2) } },
      "1 rows for 5 pieces",
    ],
    [
      "a tensor that is cut off",
      { embeddings: { dtype: "F32", shape: [5, 2], data: Buffer.alloc(8) } },
      "cut off",
    ],
  ])("M4 says what is broken: %s", async (_what, tensors, message) => {
    await expect(staticDirectoryEmbedder(write(tensors))).rejects.toMatchObject({
      code: "embeddings.model-invalid",
      message: expect.stringContaining(message),
    });
  });

  it("M4 says which file is missing", async () => {
    await expect(staticDirectoryEmbedder(join(scratch, "nowhere"))).rejects.toMatchObject({
      code: "embeddings.model-invalid",
      message: expect.stringContaining("model.safetensors"),
    });
  });
});

describe("reading tensors", () => {
  it("M4 either gives a tensor or throws our error, whatever the bytes are", () => {
    const good = safetensors(plain());
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.nat(200),
        (edits, cut) => {
          const bytes = Uint8Array.from(good.subarray(0, good.length - cut));
          for (const [at, value] of edits) if (at < bytes.length) bytes[at] = value;
          try {
            const tensor = readSafetensors(bytes, "it")("embeddings");
            if (tensor) expect(tensor.values).toHaveLength(tensor.shape.reduce((a, b) => a * b, 1));
          } catch (error) {
            expect(error).toMatchObject({ name: "KnowhowError" });
          }
        },
      ),
    );
  });
});

interface Given {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data: Buffer;
}

function plain(): { readonly embeddings: Given } {
  return {
    embeddings: { dtype: "I8", shape: [5, 2], data: Buffer.from(Int8Array.from(rows.flat()).buffer) },
  };
}

function write(tensors: Readonly<Record<string, Given>>, change: object = {}): string {
  const directory = mkdtempSync(join(scratch, "model-"));
  const tokenizer = {
    normalizer: { type: "BertNormalizer", lowercase: true, strip_accents: null },
    pre_tokenizer: { type: "BertPreTokenizer" },
    model: { type: "WordPiece", unk_token: "[UNK]", continuing_subword_prefix: "##", vocab },
    ...change,
  };
  writeFileSync(join(directory, "tokenizer.json"), JSON.stringify(tokenizer));
  writeFileSync(join(directory, "model.safetensors"), safetensors(tensors));
  return directory;
}

function safetensors(tensors: Readonly<Record<string, Given>>): Buffer {
  let at = 0;
  const rowsOf = Object.entries(tensors).map(([name, { dtype, shape, data }]) => {
    const row = [name, { dtype, shape, data_offsets: [at, at + data.length] }] as const;
    at += data.length;
    return row;
  });
  const header = Buffer.from(JSON.stringify(Object.fromEntries(rowsOf)));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, ...Object.values(tensors).map(({ data }) => data)]);
}

/** Bits of a small whole number as binary16. */
function half(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const fraction = Math.round((Math.abs(value) / 2 ** exponent - 1) * 1024);
  return (value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | fraction;
}

function brain(value: number): number {
  return (new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0) >>> 16;
}
