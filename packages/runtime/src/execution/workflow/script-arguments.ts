import type { JsonSchema } from "../../workflow.ts";

/** What `with` of a script step may contain. */
export const SCRIPT_ARGUMENTS: JsonSchema = {
  type: "object",
  properties: {
    args: { type: ["array", "string", "number"], items: { type: ["string", "number", "boolean"] } },
    stdin: {},
  },
  additionalProperties: false,
};
