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
  "workflow.template-invalid": { severity: "error", summary: "A template or an expression is not valid." },
  "workflow.unknown-reference": {
    severity: "error",
    summary: "A template refers to a step, a variable or a member of an output that does not exist.",
  },
  "workflow.later-reference": {
    severity: "error",
    summary: "A template refers to the output of a later step.",
  },
  "workflow.skipped-reference": {
    severity: "warning",
    summary: "A template refers to the output of a step that is always skipped.",
  },
  "workflow.unknown-input": {
    severity: "error",
    summary: "A template refers to an input that is not declared.",
  },
  "workflow.undeclared-input": {
    severity: "warning",
    summary: "A template has a default for an input that is not declared, so it always uses the default.",
  },
  "workflow.unknown-filter": { severity: "error", summary: "A template uses a filter that does not exist." },
  "workflow.unknown-tool": { severity: "error", summary: "A step calls a tool that does not exist." },
  "workflow.unknown-skill": { severity: "error", summary: "A step calls a skill that does not exist." },
  "workflow.unknown-script": {
    severity: "error",
    summary: "A step runs a script that the skill does not have.",
  },
  "workflow.no-interpreter": {
    severity: "error",
    summary: "A step runs a script, and it is not known how to start it.",
  },
  "workflow.script-arguments": {
    severity: "error",
    summary: "`with` of a step that runs a script has something other than `args` and `stdin`.",
  },
  "workflow.tool-arguments": {
    severity: "error",
    summary: "The arguments of a step do not match the tool's schema.",
  },
  "workflow.skill-inputs": {
    severity: "error",
    summary: "The arguments of a step do not match the inputs of the skill it calls.",
  },
  "workflow.tool-not-allowed": {
    severity: "error",
    summary: "A step calls a tool that the skill's `allowed-tools` do not include.",
  },
  "workflow.two-workflows": {
    severity: "error",
    summary: "A skill has steps in its SKILL.md and a workflow file.",
  },
  "workflow.file-missing": {
    severity: "error",
    summary: "The workflow file, or a template that the output names, cannot be read.",
  },
  "workflow.too-many-skills": {
    severity: "error",
    summary: "A workflow calls too many skills, or skills that are nested too deeply.",
  },
  "workflow.skill-cycle": { severity: "error", summary: "Skills call each other in a circle." },
  "workflow.write-without-key": {
    severity: "warning",
    summary: "A step writes without an idempotency key, so it cannot be repeated after an interruption.",
  },
  "workflow.stored-secret": {
    severity: "warning",
    summary: "A step gives a secret input of another skill a value that is stored with the run.",
  },
  "workflow.unreachable-step": { severity: "warning", summary: "A step can never run." },
} as const;
