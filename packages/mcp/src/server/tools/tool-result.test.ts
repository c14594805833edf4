import { isCallToolResult } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RESULT_KEY } from "../../shared/meta-keys.ts";
import { failed, toCallResult } from "./tool-result.ts";

describe("the envelope of a tool result", () => {
  it("S10 has the text first, notes as blocks of their own, and numbers where no model pays for them", () => {
    const result = { text: "done", isError: false, metadata: { tokens: 3 } };
    expect(toCallResult(result, ["note"])).toEqual({
      content: [
        { type: "text", text: "done" },
        { type: "text", text: "note" },
      ],
      _meta: { [RESULT_KEY]: { tokens: 3 } },
    });
    expect(failed("no")).toEqual({ content: [{ type: "text", text: "no" }], isError: true });
  });

  it("S10 is valid and survives the wire, whatever a tool reports", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.boolean(),
        fc.dictionary(fc.string(), fc.anything()),
        (text, isError, metadata) => {
          const result = toCallResult({ text, isError, metadata });
          const sent = JSON.parse(new TextDecoder().decode(new TextEncoder().encode(JSON.stringify(result))));
          expect(sent).toEqual(result);
          expect(isCallToolResult(sent)).toBe(true);
        },
      ),
    );
  });
});
