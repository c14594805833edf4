import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonKeys } from "./json-keys.ts";

describe("D5 the keys of a knowhow.json", () => {
  it("come in the order in which they are written, with their lines", () => {
    const text =
      '{\n  "overrides": {\n    "*": "off", "7": "on:{",\n    "a\\"b": "on"\n  },\n  "x": [{ "y": 1 }]\n}';
    expect(jsonKeys(text)).toEqual([
      { path: ["overrides"], line: 2 },
      { path: ["overrides", "*"], line: 3 },
      { path: ["overrides", "7"], line: 3 },
      { path: ["overrides", 'a"b'], line: 4 },
      { path: ["x"], line: 6 },
    ]);
  });

  it("are those that JSON.parse finds, in any text", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(2), (value, indent) => {
        const outer = jsonKeys(JSON.stringify(value, undefined, indent)).filter(
          ({ path }) => path.length === 1,
        );
        expect(outer.map(({ path }) => path[0])).toEqual(Object.keys(value));
      }),
    );
  });

  it("cost little in a text that is nested without end", () => {
    const text = `${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`;
    expect(jsonKeys(text)).toHaveLength(2);
  });
});
