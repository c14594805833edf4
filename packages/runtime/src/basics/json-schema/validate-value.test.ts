import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../copy-json.ts";
import { checkSchema } from "./check-schema.ts";
import { validateValue } from "./validate-value.ts";

describe("a value and its schema", () => {
  it.each<[JsonValue, Readonly<Record<string, unknown>>]>([
    ["a", { type: "string" }],
    [1, { type: "number" }],
    [1, { type: "integer" }],
    [1.0, { type: ["string", "integer"] }],
    [null, { type: "string", nullable: true }],
    [null, { type: ["string", "null"] }],
    ["b", { enum: ["a", "b"] }],
    [{ a: [1] }, { const: { a: [1] } }],
    [5, { minimum: 5, maximum: 5 }],
    [0.3, { multipleOf: 0.1 }],
    ["🙂🙂", { minLength: 2, maxLength: 2 }],
    ["ab1", { pattern: "^[a-z]+\\d$" }],
    ["aa", { pattern: "(a)\\1x" }],
    ["2024-02-29", { format: "date" }],
    ["2026-03-31T09:00:00+02:00", { format: "date-time" }],
    ["a@example.com", { format: "email" }],
    ["https://example.com/x?y", { format: "uri" }],
    ["anything", { format: "hostname" }],
    [[1, 2], { items: { type: "integer" }, minItems: 2, maxItems: 2, uniqueItems: true }],
    [
      { a: 1, b: 2 },
      { properties: { a: { type: "integer" } }, required: ["a"] },
    ],
    [
      { a: 1, b: 2 },
      { properties: { a: {} }, additionalProperties: { type: "integer" } },
    ],
    [1, { anyOf: [{ type: "string" }, { type: "integer" }] }],
    [1, { oneOf: [{ type: "string" }, { type: "integer" }] }],
    [1, { allOf: [{ type: "integer" }, { minimum: 1 }] }],
    [1, { not: { type: "string" } }],
    [
      { next: { next: {} } },
      {
        $ref: "#/$defs/node",
        $defs: { node: { properties: { next: { $ref: "#/$defs/node" } }, additionalProperties: false } },
      },
    ],
    [1, { unknownKeyword: true }],
  ])("X3 %j fits %j", (value, schema) => {
    expect(validateValue(value, schema)).toEqual({ ok: true, value });
  });

  it.each<[JsonValue, Readonly<Record<string, unknown>>, string, string]>([
    [1, { type: "string" }, "", "must be a string, got number"],
    [1.5, { type: "integer" }, "", "must be an integer, got number"],
    [null, { type: "string" }, "", "must be a string, got null"],
    [[], { type: ["object", "null"] }, "", "must be an object or null, got array"],
    ["c", { enum: ["a", "b"] }, "", 'must be one of "a", "b"'],
    [4, { minimum: 5 }, "", "must be at least 5"],
    [5, { exclusiveMinimum: 5 }, "", "must be more than 5"],
    [6, { maximum: 5 }, "", "must be at most 5"],
    [5, { exclusiveMaximum: 5 }, "", "must be less than 5"],
    [5, { multipleOf: 2 }, "", "must be a multiple of 2"],
    ["", { minLength: 1 }, "", "must have at least 1 character"],
    ["abc", { maxLength: 2 }, "", "must have at most 2 characters"],
    ["A", { pattern: "^[a-z]$" }, "", 'must match the pattern "^[a-z]$"'],
    ["2026-02-30", { format: "date" }, "", "must be a date such as 2026-03-31"],
    ["2026-03-31", { format: "date-time" }, "", "must be a date and time such as 2026-03-31T09:00:00Z"],
    ["a@", { format: "email" }, "", "must be an e-mail address"],
    ["example", { format: "uri" }, "", "must be an address such as https://example.com"],
    [[1], { minItems: 2 }, "", "must have at least 2 items"],
    [[1, 1], { uniqueItems: true }, "", "must not contain an item twice"],
    [["a", 1], { items: { type: "string" } }, "1", "must be a string, got number"],
    [{}, { required: ["a"] }, "a", "is missing"],
    [{ b: 1 }, { properties: { a: {} }, additionalProperties: false }, "b", "is unknown"],
    [
      { a: { b: 1 } },
      { properties: { a: { properties: { b: { type: "string" } } } } },
      "a.b",
      "must be a string, got number",
    ],
    [
      true,
      { anyOf: [{ type: "string" }, { type: "integer" }] },
      "",
      "must be a string, got boolean, or must be an integer, got boolean",
    ],
    [
      { a: 1 },
      { anyOf: [{ type: "string" }, { properties: { a: { type: "string" } } }] },
      "a",
      "must be a string, got number",
    ],
    [
      1,
      { oneOf: [{ type: "number" }, { type: "integer" }] },
      "",
      "matches more than one of the possible schemas",
    ],
    [1, { not: { type: "integer" } }, "", "has a value that is excluded"],
    [{ a: 1 }, { properties: { a: false } }, "a", "is not allowed"],
    [1, { $ref: "#/$defs/none" }, "", "cannot be checked: its schema refers to one that does not exist"],
    [1, { $ref: "#" }, "", "cannot be checked: its schema is too complex"],
  ])("X3 %j does not fit %j", (value, schema, path, message) => {
    const checked = validateValue(value, schema);
    const [first] = checked.ok ? [] : checked.problems;
    expect([first?.path.join("."), first?.message]).toEqual([path, message]);
  });

  it("X3 never shows the value, which may be a secret", () => {
    fc.assert(
      fc.property(fc.constantFrom("number", "boolean", "array", "object"), (type) => {
        expect(JSON.stringify(validateValue("hunter2", { type, enum: [1], pattern: "x" }))).not.toContain(
          "hunter2",
        );
      }),
    );
  });

  it("X3 suggests the nearest name", () => {
    const schema = {
      type: "object",
      properties: { title: {}, level: { enum: ["low", "high"] } },
      additionalProperties: false,
    };
    expect(validateValue({ titel: 1 }, schema)).toMatchObject({
      problems: [{ hint: "did you mean `title`?" }],
    });
    expect(validateValue({ level: "hihg" }, schema)).toMatchObject({
      problems: [{ hint: 'did you mean "high"?' }],
    });
    expect(validateValue({ titel: 1 }, { ...schema, required: ["title"] })).toMatchObject({
      problems: [
        { keyword: "additionalProperties" },
        { keyword: "required", hint: "`titel` is given; is it meant?" },
      ],
    });
  });
});

describe("what is filled in", () => {
  const schema = {
    type: "object",
    properties: {
      a: { type: "integer", default: 3 },
      b: { type: "string" },
      c: { properties: { d: { default: [] } } },
    },
  };

  it("X3 defaults, at every level", () => {
    expect(validateValue({ c: {} }, schema)).toEqual({ ok: true, value: { a: 3, c: { d: [] } } });
  });

  it("X3 null for optional keys, where it is asked for", () => {
    expect(validateValue({}, schema, { fill: true })).toEqual({
      ok: true,
      value: { a: 3, b: null, c: null },
    });
  });
});

describe("strings of a command line", () => {
  it.each<[string, string | readonly string[], JsonValue]>([
    ["20", "integer", 20],
    ["2.5", "number", 2.5],
    ["true", "boolean", true],
    ["[1, 2]", "array", [1, 2]],
    ['{"a": 1}', "object", { a: 1 }],
    ["20", "string", "20"],
    ["20", ["string", "integer"], "20"],
    ["null", ["integer", "null"], null],
  ])("X3 %s as %j", (text, type, value) => {
    expect(validateValue(text, { type }, { coerce: true })).toEqual({ ok: true, value });
  });

  it.each([
    ["1e999", "number"],
    ["yes", "boolean"],
    ["20x", "integer"],
    ["[1", "array"],
    ["{}", "array"],
    ["2.5", "integer"],
  ])("X3 %s is not %s", (text, type) => {
    expect(validateValue(text, { type }, { coerce: true }).ok).toBe(false);
  });

  it("X3 only where it is asked for", () => {
    expect(validateValue("20", { type: "integer" }).ok).toBe(false);
  });
});

describe("any schema", () => {
  it("X3 F11 is checked without throwing, and a value that fits is returned", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.object({ key: fc.constantFrom(...KEYS), maxDepth: 3, withNullPrototype: false }),
        (value, schema) => {
          const plain = JSON.parse(JSON.stringify(value));
          const checked = validateValue(plain, JSON.parse(JSON.stringify(schema) ?? "{}"));
          if (!checked.ok) expect(checked.problems.length).toBeGreaterThan(0);
          checkSchema(schema);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("X3 F11 that refers to itself in many ways comes to an end", () => {
    const self = { $ref: "#/$defs/a" };
    const schema = { ...self, $defs: { a: { anyOf: [self, self, { allOf: [self, self] }] } } };
    expect(validateValue(1, schema).ok).toBe(false);
  });

  it.each([
    [{ typ: "string" }, "typ", "did you mean `type`?"],
    [{ type: "strng" }, "type", "did you mean `string`?"],
    [{ properties: { a: { maxLenght: 1 } } }, "properties.a.maxLenght", "did you mean `maxLength`?"],
    [{ anyOf: [{}, { minimum: "1" }] }, "anyOf.1.minimum", undefined],
    [{ $ref: "https://example.com/schema.json" }, "$ref", undefined],
  ])("X3 the mistake in %j is found", (schema, path, hint) => {
    expect(checkSchema(schema).map((each) => [each.path.join("."), each.isError, each.hint])).toEqual([
      [path, true, hint],
    ]);
  });
});

const KEYS =
  "type properties required items enum minimum maxLength pattern format anyOf oneOf allOf not $ref default nullable additionalProperties".split(
    " ",
  );
