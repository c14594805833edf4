/** Diagnostics about the workflow of a skill. */
export const WORKFLOW_CODES = {
  "workflow.yaml-invalid": {
    severity: "error",
    summary: "The workflow file is not valid YAML, is too large, or contains something that is not allowed.",
  },
  "workflow.unknown-key": { severity: "error", summary: "A key of the workflow is unknown." },
  "workflow.missing-key": { severity: "error", summary: "A key of the workflow is missing." },
  "workflow.invalid-value": { severity: "error", summary: "A value of the workflow is not valid." },
  "workflow.conflict": { severity: "error", summary: "Two keys of a step contradict each other." },
  "workflow.misplaced-key": {
    severity: "error",
    summary: "A key does not apply to this kind of step.",
  },
  "workflow.duplicate-id": { severity: "error", summary: "Two steps have the same id." },
  "workflow.schema-ignored": {
    severity: "warning",
    summary: "A part of a JSON Schema in the workflow is not supported and is ignored.",
  },
} as const;
