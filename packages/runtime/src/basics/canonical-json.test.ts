import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

test("equal values give equal text, whatever the order of their keys", () => {
  expect(canonicalJson({ b: 1, a: { 10: true, 9: null } })).toBe('{"a":{"10":true,"9":null},"b":1}');
  const shuffled = (value: Record<string, unknown>) => Object.fromEntries(Object.entries(value).reverse());
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
    }),
  );
});

test("the text is JSON and reads back as the same value; a property that is undefined counts as absent", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // JSON has no negative zero.
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(canonicalJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
});

test("different values give different text", () => {
  const texts = [{ a: 1 }, { a: "1" }, [1], ["1"], { a: [1] }, { a: { b: 1 } }, "{}", {}, [], null, ""];
  expect(new Set(texts.map(canonicalJson)).size).toBe(texts.length);
});
