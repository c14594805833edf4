import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { argumentLine } from "./argument-line.ts";
import { argumentSpecs } from "./argument-spec.ts";
import { parseArguments } from "./parse-arguments.ts";

describe("an argument line made of what a message said", () => {
  test("M2 gives only declared arguments where a skill declares any, and nothing where there is none", () => {
    const specs = argumentSpecs({ arguments: [{ name: "city" }] });
    expect(argumentLine({ city: "Porto", mood: "good" }, specs)).toBe('city="Porto"');
    expect(argumentLine({ mood: "good" }, specs)).toBeUndefined();
    expect(argumentLine({ mood: "good" }, [])).toBe('mood="good"');
  });

  test("M2 any value is read back as it was said", () => {
    const specs = argumentSpecs({ arguments: [{ name: "text" }] });
    const awkward = fc.string({ unit: fc.constantFrom("\\", '"', "'", "#", " ", "=", "a"), minLength: 1 });
    fc.assert(
      fc.property(fc.oneof(fc.string({ minLength: 1 }), awkward), (text) => {
        const line = argumentLine({ text }, specs);
        expect(parseArguments(line, specs).values.text).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
