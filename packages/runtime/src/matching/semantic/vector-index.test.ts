import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VectorIndex } from "./vector-index.ts";
import { buildVectorTable, signWords, type VectorRow } from "./vector-table.ts";

const DIMENSIONS = 40;

/** Numbers that look random, are the same in every run, and are too large to be rounded to 0. */
function vector(seed: number): Float32Array {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return Float32Array.from({ length: DIMENSIONS }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const value = state / 2 ** 31 - 1;
    return value < 0 ? value - 0.1 : value + 0.1;
  });
}

function cosine(a: Float32Array, b: Float32Array): number {
  const product = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  const length = Math.sqrt(product(a, a) * product(b, b));
  return length === 0 ? 0 : product(a, b) / length;
}

const unit = (of: Float32Array) => {
  const length = Math.hypot(...of);
  return of.map((value) => value / length);
};
const differing = (a: Float32Array, b: Float32Array) =>
  a.reduce((count, value, at) => count + (value > 0 === (b[at] ?? 0) > 0 ? 0 : 1), 0);

describe("vectors of skills", () => {
  test("M4 are compared by their cosine, up to what eight bits lose", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(10_000), { minLength: 1, maxLength: 20 }),
        fc.nat(10_000),
        (seeds, wanted) => {
          const vectors = seeds.map(vector);
          const rows = vectors.map((own, at) => ({ key: String(at), vectors: [own] }));
          const index = new VectorIndex(buildVectorTable("m", DIMENSIONS, rows));
          const query = unit(vector(wanted));
          const into = new Float32Array(rows.length);
          index.compare(query, into);
          for (const [at, own] of vectors.entries()) {
            expect(into[at]).toBeCloseTo(cosine(query, own), 1.7);
            expect(Math.fround(index.whole(query, at))).toBe(into[at]);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test("M4 a vector of zeros is like nothing", () => {
    const zeros = { key: "z", vectors: [new Float32Array(DIMENSIONS)] };
    const index = new VectorIndex(buildVectorTable("m", DIMENSIONS, [zeros]));
    expect(index.whole(unit(vector(1)), 0)).toBe(0);
  });

  test("M4 phrases are compared one by one, and the nearest counts", () => {
    const own = [1, 2, 3, 4].map(vector);
    const table = buildVectorTable("m", DIMENSIONS, [
      { key: "none", vectors: [vector(9)] },
      { key: "three", vectors: own },
      { key: "one", vectors: [vector(5), vector(6)] },
    ]);
    const index = new VectorIndex(table);
    for (const seed of [2, 3, 4]) expect(index.nearestPhrase(unit(vector(seed)), 1)).toBeCloseTo(1, 2);
    expect(index.nearestPhrase(unit(vector(1)), 1)).toBeLessThan(0.9);
    expect(index.nearestPhrase(unit(vector(6)), 2)).toBeCloseTo(1, 2);
    expect(index.nearestPhrase(unit(vector(6)), 0)).toBeUndefined();
    expect(index.whole(unit(vector(5)), 2)).toBeCloseTo(1, 2);
    expect(index.nearestPhrase(unit(vector(2).map((value) => -value)), 2)).toBeDefined();
  });

  test("M4 of many skills, those whose signs agree best are compared, and no other", () => {
    const vectors = Array.from({ length: 600 }, (_, at) => vector(at + 1));
    const rows = vectors.map((own, at) => ({ key: String(at), vectors: [own] }));
    const index = new VectorIndex(buildVectorTable("m", DIMENSIONS, rows));
    const query = unit(vector(1_000));
    const into = new Float32Array(rows.length);
    index.compare(query, into);
    const distances = vectors.map((own) => differing(query, own));
    const limit = distances.toSorted((a, b) => a - b)[255] ?? 0;
    const compared = [...into].flatMap((value, at) => (value === 0 ? [] : [at]));
    expect(compared).toEqual(distances.flatMap((distance, at) => (distance <= limit ? [at] : [])));
    expect(compared.length).toBeGreaterThanOrEqual(256);
    expect(compared.length).toBeLessThan(600);
  });

  test("M4 up to 512 skills are all compared", () => {
    const rows = Array.from({ length: 512 }, (_, at) => ({ key: String(at), vectors: [vector(at + 1)] }));
    const into = new Float32Array(512);
    new VectorIndex(buildVectorTable("m", DIMENSIONS, rows)).compare(unit(vector(1_000)), into);
    expect(into.every((value) => value !== 0)).toBe(true);
  });

  test("M4 rows of an earlier table are copied as they are", () => {
    const rows: readonly VectorRow[] = [
      { key: "a", vectors: [vector(1), vector(2)] },
      { key: "b", vectors: [vector(3)] },
      { key: "c", vectors: [vector(4), vector(5), vector(6)] },
    ];
    const table = buildVectorTable("m", DIMENSIONS, rows);
    const copied = buildVectorTable("m", DIMENSIONS, [
      { key: "c", table, row: 2 },
      { key: "d", vectors: [vector(7)] },
      { key: "a", table, row: 0 },
    ]);
    const fresh = buildVectorTable("m", DIMENSIONS, [
      { key: "c", vectors: [vector(4), vector(5), vector(6)] },
      { key: "d", vectors: [vector(7)] },
      { key: "a", vectors: [vector(1), vector(2)] },
    ]);
    expect(copied).toEqual(fresh);
    expect([...copied.offsets]).toEqual([0, 3, 4, 6]);
  });

  test("M4 eight bits use their whole range, and signs take one bit each", () => {
    const own = Float32Array.from({ length: DIMENSIONS }, (_, at) =>
      at === 35 ? 0.5 : at === 1 ? -0.25 : 0,
    );
    const { values, signs } = buildVectorTable("m", DIMENSIONS, [{ key: "a", vectors: [own] }]);
    expect([values[35], values[1], values[0]]).toEqual([127, -63, 0]);
    expect([...signs]).toEqual([0, 1 << 3]);
    expect([1, 32, 33, 64].map(signWords)).toEqual([1, 1, 2, 2]);
  });
});
