import { argumentSpecs } from "@knowhow/runtime/authoring";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseArguments } from "../../../../runtime/src/injection/arguments/parse-arguments.ts";
import { writeArguments } from "./write-arguments.ts";

const specs = argumentSpecs({ arguments: ["file", "mode", "note"] });

describe("an argument line from a prompt's values", () => {
  it("S10 reads as a user would write it", () => {
    expect(writeArguments(specs, { file: "a.pdf", mode: "fast" })).toBe("a.pdf fast");
    expect(writeArguments(specs, { file: "my file.pdf", note: "x" })).toBe('"my file.pdf" note="x"');
  });

  it("S10 gives every argument exactly the value that the client sent", () => {
    const value = fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" });
    const args = fc.record({ file: value, mode: value, note: value }, { requiredKeys: [] });
    fc.assert(
      fc.property(args, (given) => {
        expect(parseArguments(writeArguments(specs, given), specs).values).toEqual(given);
      }),
    );
  });
});
