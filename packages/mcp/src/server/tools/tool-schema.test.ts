import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseSchema } from "./tool-schema.ts";

describe("a normalised schema", () => {
  it("S10 keeps what every client understands", () => {
    const properties = {
      path: { type: "string", minLength: 1, description: "A file." },
      tags: { type: "array", items: { type: "string" } },
      more: { type: "object", properties: { deep: { type: "integer", minimum: 1 } }, required: ["deep"] },
    };
    expect(normaliseSchema({ type: "object", properties, required: ["path"] })).toEqual({
      type: "object",
      properties,
      required: ["path"],
      additionalProperties: false,
    });
  });

  it("S10 loses references, unions, unknown types, impossible names and requirements of what is not there", () => {
    const schema = {
      $ref: "#/x",
      anyOf: [{ type: "string" }],
      properties: {
        "with space": { type: "string" },
        odd: { type: "uuid", $ref: "#/y", enum: [], title: 3 },
        __proto__: { type: "string" },
      },
      required: ["odd", "gone", 3, "odd"],
    };
    expect(normaliseSchema(schema)).toEqual({
      type: "object",
      properties: { odd: {} },
      required: ["odd"],
      additionalProperties: false,
    });
  });

  it("S10 comes of anything, is always an object, and stays the same when it is made again", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const once = normaliseSchema(value);
        expect(once.type).toBe("object");
        expect(normaliseSchema(once)).toEqual(once);
        expect(JSON.parse(JSON.stringify(once))).toEqual(once);
      }),
    );
  });

  it("S10 is bounded, however deep and wide it is given", () => {
    let deep: unknown = { type: "string" };
    for (let depth = 0; depth < 5_000; depth += 1) deep = { type: "object", properties: { a: deep } };
    expect(JSON.stringify(normaliseSchema(deep)).length).toBeLessThan(1_000);
    const wide = { properties: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, {}])) };
    expect(Object.keys(normaliseSchema(wide).properties)).toHaveLength(100);
  });
});
