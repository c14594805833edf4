import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { copyJson } from "./copy-json.ts";

const problemOf = (value: unknown) => {
  const copied = copyJson(value);
  return copied.ok ? undefined : copied.problem;
};

function copyOf(value: unknown): unknown {
  const copied = copyJson(value);
  if (!copied.ok) throw new Error(copied.problem);
  return copied.value;
}

describe("a copy of plain JSON", () => {
  test("holds the same data and shares nothing with the original", () => {
    const original = { command: "ls", flags: ["-l", { deep: [1, true, null] }] };
    const copy = copyOf(original);
    expect(copy).toEqual(original);
    original.flags.push("-a");
    original.command = "rm";
    expect(copy).toEqual({ command: "ls", flags: ["-l", { deep: [1, true, null] }] });
  });

  test("is frozen all the way down", () => {
    const copy = copyOf({ a: [{ b: {} }] });
    const frozen = (value: unknown): boolean =>
      typeof value !== "object" ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(copy)).toBe(true);
  });

  test("exists for every value that JSON can hold, and equals what JSON makes of it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(copyOf(value)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("keeps `__proto__` as an ordinary key and leaves out properties that are undefined", () => {
    const copy = copyOf(JSON.parse('{"__proto__": {"admin": true}, "a": 1}'));
    expect(Object.keys(Object(copy))).toEqual(["__proto__", "a"]);
    expect(Reflect.get(Object(copy), "admin")).toBeUndefined();
    expect(copyOf({ a: undefined, b: -0 })).toEqual({ b: 0 });
  });

  test("takes objects of another realm and objects without a prototype", () => {
    expect(copyOf(runInNewContext("({ a: [1] })"))).toEqual({ a: [1] });
    expect(copyOf(Object.assign(Object.create(null), { a: 1 }))).toEqual({ a: 1 });
  });
});

describe("what is not plain JSON", () => {
  const loop: { self?: unknown } = {};
  loop.self = [loop];
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
  const doubled = Array.from({ length: 40 }).reduce((inner) => [inner, inner], "x");

  test.each([
    ["refers to itself", loop],
    ["contains a function", { run: () => 1 }],
    ["contains a function", { toJSON: () => "harmless" }],
    ["contains a symbol", Symbol("s")],
    ["contains a bigint", [1n]],
    ["contains NaN", { n: Number.NaN }],
    ["contains Infinity", Number.POSITIVE_INFINITY],
    ["contains an undefined item", [undefined]],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested.
    ["contains an undefined item", [1, , 2]],
    ["contains an instance of a class", { at: new Date(0) }],
    ["contains an instance of a class", new Map([["a", 1]])],
    ["is nested deeper than 64 levels", nested(65)],
    ["is longer than 1,000,000 characters", { text: "x".repeat(1_000_000) }],
    ["is longer than 1,000,000 characters", { ["k".repeat(1_000_001)]: 1 }],
    ["is longer than 1,000,000 characters", doubled],
    [
      "cannot be read",
      {
        get secret() {
          throw new Error("no");
        },
      },
    ],
  ])("is refused: it %s", (problem, value) => {
    expect(problemOf(value)).toBe(problem);
  });

  test("starts where the limits end", () => {
    expect(problemOf(nested(64))).toBeUndefined();
    expect(problemOf("x".repeat(999_999))).toBeUndefined();
    expect(problemOf({ once: loop.self === loop, twice: [{}, {}] })).toBeUndefined();
  });
});
