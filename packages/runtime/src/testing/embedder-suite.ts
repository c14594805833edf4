import { deepEqual, equal, fail, ok, rejects } from "node:assert/strict";
import type { Awaitable, Embedder } from "../ports.ts";

/** One rule that every `Embedder` keeps; `run` throws when it does not. */
export interface EmbedderCase {
  readonly title: string;
  /** Opens an embedder whose model and settings are the same at every call. */
  run(open: () => Awaitable<Embedder>): Promise<void>;
}

const KINDS = ["query", "document"] as const;
const TEXTS = ["merge pdf files", "write a commit message", "what is the weather in Oslo tomorrow"];

/** Texts that a skill or a message may contain and that a model may not expect. */
const ODD = [
  "",
  " \n\t",
  "\0",
  "\ud800",
  "日本語",
  "🧀".repeat(50),
  "x".repeat(100_000),
  "word ".repeat(5_000),
];

/** A length that differs from one by less was meant to be one. */
const ROUNDING = 1e-3;

/** The contract of the `Embedder` port, as cases that any test runner can run. */
export const embedderSuite: readonly EmbedderCase[] = [
  {
    title: "has an id and a number of dimensions that stay the same when it is opened again",
    run: async (open) => {
      const [embedder, again] = [await open(), await open()];
      ok(embedder.id !== "");
      ok(Number.isSafeInteger(embedder.dimensions) && embedder.dimensions > 0);
      deepEqual([again.id, again.dimensions], [embedder.id, embedder.dimensions]);
    },
  },
  {
    title: "gives no vectors for no texts",
    run: async (open) => {
      const embedder = await open();
      for (const kind of KINDS) equal((await embedder.embed([], kind)).length, 0);
    },
  },
  {
    title: "gives one vector per text, of the declared dimensions and of length one or zero",
    run: async (open) => {
      const embedder = await open();
      for (const kind of KINDS) checkVectors(embedder, await embedder.embed(TEXTS, kind), TEXTS.length);
    },
  },
  {
    title: "accepts empty, very long and malformed texts",
    run: async (open) => {
      const embedder = await open();
      for (const kind of KINDS) {
        checkVectors(embedder, await embedder.embed(ODD, kind), ODD.length);
        for (const text of ODD) checkVectors(embedder, await embedder.embed([text], kind), 1);
      }
    },
  },
  {
    title: "gives vectors in the order of the texts, for more texts than a batch holds",
    run: async (open) => {
      const embedder = await open();
      const texts = Array.from({ length: 150 }, (_, index) => TEXTS[(index * index) % 3] ?? "");
      const alone = new Map<string, Float32Array>();
      for (const text of TEXTS) alone.set(text, only(await embedder.embed([text], "document")));
      const vectors = await embedder.embed(texts, "document");
      checkVectors(embedder, vectors, texts.length);
      for (const [index, text] of texts.entries()) checkNear(vectors[index], alone.get(text));
    },
  },
  {
    title: "gives the same vector for the same text, also when it is opened again",
    run: async (open) => {
      for (const kind of KINDS) {
        const first = only(await (await open()).embed([TEXTS[0] ?? ""], kind));
        checkNear(only(await (await open()).embed([TEXTS[0] ?? ""], kind)), first);
      }
    },
  },
  {
    title:
      "gives vectors that belong to the caller: neither later calls nor the caller's changes reach others",
    run: async (open) => {
      const embedder = await open();
      const first = only(await embedder.embed(["merge pdf files"], "query"));
      const copy = first.slice();
      const other = await embedder.embed(["merge pdf files", "merge pdf files"], "query");
      deepEqual(first, copy);
      first.fill(7);
      other[0]?.fill(8);
      checkNear(other[1], copy);
      checkNear(only(await embedder.embed(["merge pdf files"], "query")), copy);
    },
  },
  {
    title: "answers calls that overlap as if they came one after the other",
    run: async (open) => {
      const embedder = await open();
      const expected: Float32Array[] = [];
      for (const text of TEXTS) expected.push(only(await embedder.embed([text], "query")));
      const found = await Promise.all(TEXTS.map(async (text) => embedder.embed([text], "query")));
      for (const [index, vectors] of found.entries()) checkNear(only(vectors), expected[index]);
    },
  },
  {
    title: "leaves the list of texts as it is",
    run: async (open) => {
      const texts = Object.freeze([...TEXTS]);
      await (await open()).embed(texts, "document");
      deepEqual(texts, TEXTS);
    },
  },
  {
    title: "throws the reason of a signal that is already aborted, and answers the next call",
    run: async (open) => {
      const embedder = await open();
      const reason = new Error("the caller gave up");
      const signal = AbortSignal.abort(reason);
      await rejects(
        async () => embedder.embed(TEXTS, "query", signal),
        (error) => error === reason,
      );
      checkVectors(embedder, await embedder.embed(TEXTS, "query"), TEXTS.length);
    },
  },
  {
    title: "either answers or throws the reason when the signal aborts during the call",
    run: async (open) => {
      const embedder = await open();
      const controller = new AbortController();
      const reason = new Error("the caller gave up");
      const answer = Promise.resolve(embedder.embed(TEXTS, "document", controller.signal)).then(
        (vectors) => checkVectors(embedder, vectors, TEXTS.length),
        (error: unknown) => equal(error, reason),
      );
      controller.abort(reason);
      await answer;
      checkVectors(embedder, await embedder.embed(TEXTS, "document"), TEXTS.length);
    },
  },
  {
    title: "says of any word whether it knows it, if it says so at all",
    run: async (open) => {
      const embedder = await open();
      for (const word of ["file", ...ODD])
        ok(["undefined", "boolean"].includes(typeof embedder.knows?.(word)), `of ${word.slice(0, 20)}`);
    },
  },
];

function checkVectors(
  { dimensions }: Embedder,
  vectors: readonly Float32Array[],
  count: number,
): readonly Float32Array[] {
  equal(vectors.length, count);
  for (const vector of vectors) {
    ok(vector instanceof Float32Array);
    equal(vector.length, dimensions);
    let square = 0;
    for (const value of vector) square += value * value;
    ok(square === 0 || Math.abs(square - 1) < ROUNDING, `the length of a vector is ${Math.sqrt(square)}`);
  }
  return vectors;
}

/** Models with reduced precision may give slightly different numbers for a text among others. */
function checkNear(vector: Float32Array | undefined, expected: Float32Array | undefined): void {
  if (vector === undefined || expected === undefined) fail("a vector is missing");
  equal(vector.length, expected.length);
  let square = 0;
  for (const [index, value] of vector.entries()) square += (value - (expected[index] ?? 0)) ** 2;
  ok(square < 0.01, `the distance to the expected vector is ${Math.sqrt(square)}`);
}

function only(vectors: readonly Float32Array[]): Float32Array {
  equal(vectors.length, 1);
  return vectors[0] ?? fail("a vector is missing");
}
