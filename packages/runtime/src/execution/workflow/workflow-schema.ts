import { JSON_TYPES } from "../../basics/json-schema/schema-keywords.ts";
import { type JsonSchema, STEP_VERBS } from "../../workflow.ts";
import { keysSchema } from "./key-reader.ts";
import { inputSchema } from "./read-inputs.ts";
import { schemaOfSchemas } from "./read-schema.ts";
import { MODIFIER_ROWS, type StepRow, VERB_ROWS } from "./step-table.ts";
import { STEPS_ROW, WORKFLOW_ROWS } from "./workflow-table.ts";

/** The list of steps; nested groups refer to the same definition. */
const STEPS = {
  ...STEPS_ROW,
  kind: {
    expected: "a list of steps",
    schema: { type: "array", items: { $ref: "#/definitions/step" }, minItems: 1 },
    read: () => undefined,
  },
};

/** The JSON Schema of `workflow.yaml`, generated from the tables that the parser uses. */
export function workflowSchema(): JsonSchema {
  const modifiers: readonly StepRow<unknown>[] = Object.values(MODIFIER_ROWS);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "workflow.yaml",
    description: "The workflow of an Agent Skill, run by knowhow.",
    ...keysSchema([...Object.values(WORKFLOW_ROWS), STEPS], ["steps"]),
    definitions: {
      step: {
        ...keysSchema([...Object.values(VERB_ROWS), STEPS, ...modifiers]),
        oneOf: STEP_VERBS.map((verb) => ({ required: [verb] })),
        allOf: [
          ...modifiers.flatMap((row) => placement(row)),
          { anyOf: [{ required: ["for"] }, { not: { required: ["parallel"] } }] },
        ],
      },
      input: inputSchema(),
      schema: schemaOfSchemas(),
      type: { enum: JSON_TYPES },
    },
  };
}

/** A modifier is allowed only next to the verbs that it applies to. */
function placement({ key, aliases = {}, verbs }: StepRow<unknown>): readonly JsonSchema[] {
  if (verbs === undefined) return [];
  return [key, ...Object.keys(aliases)].map((spelling) => ({
    anyOf: [{ not: { required: [spelling] } }, ...verbs.map((verb) => ({ required: [verb] }))],
  }));
}
