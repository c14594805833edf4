import { isRecord } from "../../../basics/is-record.ts";
import { nearestWord } from "../../../basics/words.ts";
import type { JsonSchema, Step } from "../../../workflow.ts";
import type { LintTool } from "./lint-context.ts";

/** The output of `approve`, as `wait-for-user.ts` writes it. */
const APPROVAL = closed({ approved: { type: "boolean" }, comment: {} });

/** The output of `script`, as `call-script.ts` writes it. */
const SCRIPT = closed({
  exitCode: { type: "integer" },
  stdout: { type: "string" },
  stderr: { type: "string" },
  isCut: { type: "boolean" },
  artifacts: {
    type: "array",
    items: closed({ path: { type: "string" }, size: { type: "integer" }, digest: { type: "string" } }),
  },
  folder: { type: "string" },
});

/** A member that an output does not have. */
export interface UnknownMember {
  readonly member: string;
  readonly near: string | undefined;
}

/** The first member of a path that the output of a step cannot have; undefined if all of them may exist. */
export function findUnknownMember(
  step: Step,
  path: readonly (string | number)[],
  tools: readonly LintTool[] | undefined,
): UnknownMember | undefined {
  let schema: unknown = outputOf(step, tools);
  for (const part of path) {
    if (!isRecord(schema)) return undefined;
    if (typeof part === "number") {
      schema = schema.items;
      continue;
    }
    const { properties, additionalProperties } = schema;
    if (!isRecord(properties)) return undefined;
    if (!Object.hasOwn(properties, part)) {
      const near = nearestWord(part, Object.keys(properties));
      // An object that may have more is wrong only if one of its members is probably meant.
      return additionalProperties === false || near !== undefined ? { member: part, near } : undefined;
    }
    schema = properties[part];
  }
  return undefined;
}

/** The schema of what later steps read; undefined if nothing is known about it. */
function outputOf(
  { action, schema, for: loop, onError }: Step,
  tools: readonly LintTool[] | undefined,
): JsonSchema | undefined {
  if (loop !== undefined || onError.kind === "default") return undefined;
  switch (action.kind) {
    case "approve":
      return APPROVAL;
    case "script":
      return SCRIPT;
    case "tool":
      return tools?.find(({ name }) => name === action.name)?.outputSchema;
    case "prompt":
    case "ask":
      return schema;
    default:
      return undefined;
  }
}

function closed(properties: Readonly<Record<string, unknown>>): JsonSchema {
  return { type: "object", properties, additionalProperties: false };
}
