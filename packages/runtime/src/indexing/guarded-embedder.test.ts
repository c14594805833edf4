import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Embedder } from "../ports.ts";
import { embedderSuite } from "../testing/embedder-suite.ts";
import { guardEmbedder } from "./guarded-embedder.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const good: Embedder["embed"] = (texts) => texts.map(() => Float32Array.of(1, 0));
const guard = (embed: Embedder["embed"], more: Partial<Embedder> = {}) =>
  guardEmbedder({ id: "it", dimensions: 2, embed, ...more }, Date.now);

describe("an embedder whose vectors are not of length one", () => {
  test.each(embedderSuite)("M4 $title", async ({ run }) => {
    vi.useRealTimers();
    const embed: Embedder["embed"] = async (texts) =>
      texts.map((text) => Float32Array.of(text.length, text.indexOf("e")));
    await run(() => guard(embed));
  });
});

describe("an embedder that keeps people waiting", () => {
  test("M4 is given up after two seconds, told to stop, and left alone for a while", async () => {
    let isStopped = false;
    let asked = 0;
    const hanging = guard((_texts, _kind, signal) => {
      asked += 1;
      return new Promise(() => {
        signal?.addEventListener("abort", () => {
          isStopped = true;
        });
      });
    });
    const answer = expect(hanging.embed(["a"], "query")).rejects.toThrow("it took longer than 2 seconds");
    await vi.advanceTimersByTimeAsync(1_999);
    expect(isStopped).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    expect([isStopped, hanging.isBackingOff(), vi.getTimerCount()]).toEqual([true, true, 0]);
    await expect(hanging.embed(["a"], "query")).rejects.toThrow("it is retried later");
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(hanging.isBackingOff()).toBe(false);
  });

  test("M4 has more time for the texts of skills", async () => {
    const slow = guard(
      (texts, kind) => new Promise((resolve) => setTimeout(resolve, 20_000, good(texts, kind))),
    );
    const vectors = slow.embed(["a", "b"], "document");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await vectors).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("M4 a caller may abort earlier, which does not count as a timeout", async () => {
    const hanging = guard(() => new Promise(() => undefined));
    const controller = new AbortController();
    const answer = expect(hanging.embed(["a"], "document", controller.signal)).rejects.toThrow("enough");
    controller.abort(new Error("enough"));
    await answer;
    expect([hanging.isBackingOff(), vi.getTimerCount()]).toEqual([false, 0]);
    await expect(hanging.embed(["a"], "query", controller.signal)).rejects.toThrow("enough");
  });
});

describe("an embedder that fails", () => {
  test("M4 is asked again at once for a message, and later for all skills", async () => {
    const failing = guard(() => {
      throw new Error("no");
    });
    await expect(failing.embed(["a"], "query")).rejects.toThrow("no");
    expect(failing.isBackingOff()).toBe(false);
    await expect(failing.embed(["a"], "document")).rejects.toThrow("no");
    expect(failing.isBackingOff()).toBe(true);
  });

  test("M4 knows no word that it cannot judge", () => {
    const knows = (word: string) => {
      if (word === "boom") throw new Error("no");
      return word === "plane";
    };
    const guarded = guard(good, { knows });
    expect(["plane", "boom", "plan"].map((word) => guarded.knows?.(word))).toEqual([true, false, false]);
    expect(guard(good).knows).toBeUndefined();
  });
});

test("M4 vectors of any length count as much as others", async () => {
  const given = [Float32Array.of(3, 4), Float32Array.of(3e38, 3e38), Float32Array.of(0, 0)];
  const vectors = await guard(() => given).embed(["a", "b", "c"], "query");
  expect(vectors[0]?.[0]).toBeCloseTo(0.6);
  expect(vectors.map((vector) => Math.round(Math.hypot(...vector) * 1_000))).toEqual([1_000, 1_000, 0]);
  expect(given[0]).toEqual(Float32Array.of(3, 4));
});

test("M4 whatever an embedder gives, its answer has the promised shape or is none", async () => {
  const vector = fc.oneof(
    fc.float32Array({ minLength: 1, maxLength: 3 }),
    fc.constant(Float32Array.of(1, 0)),
    fc.array(fc.float(), { maxLength: 3 }),
    fc.constant(undefined),
  );
  const answers = fc.oneof(fc.array(vector, { maxLength: 3 }), fc.constantFrom(null, undefined, "x", 7, {}));
  await fc.assert(
    fc.asyncProperty(answers, fc.integer({ min: 0, max: 3 }), fc.boolean(), async (given, count, later) => {
      const odd = { id: "it", dimensions: 2, embed: () => (later ? Promise.resolve(given) : given) };
      const texts = Array.from({ length: count }, () => "a");
      const isRight =
        Array.isArray(given) &&
        given.length === count &&
        given.every(
          (item) => item instanceof Float32Array && item.length === 2 && item.every(Number.isFinite),
        );
      const answer = Reflect.apply(guardEmbedder, undefined, [odd, Date.now]).embed(texts, "query");
      expect(
        await answer.then(
          () => true,
          () => false,
        ),
      ).toBe(isRight);
    }),
  );
});
