/** Advice for authors. */
export const LINT_CODES = {
  "lint.absolute-path": {
    severity: "warning",
    summary: "The body contains a path that exists only on one machine.",
  },
  "lint.dead-reference": {
    severity: "warning",
    summary: "The body or the field `output` refers to a file that is not in the skill.",
  },
  "lint.dead-trigger": {
    severity: "warning",
    summary: "A trigger phrase can never match a message.",
  },
  "lint.deep-reference": { severity: "warning", summary: "A referenced file refers to further files." },
  "lint.empty-body": { severity: "warning", summary: "The skill has no instructions." },
  "lint.inline-workflow": {
    severity: "info",
    summary: "The steps of a workflow are in the frontmatter instead of in workflow.yaml.",
  },
  "lint.interactive-script": {
    severity: "warning",
    summary: "A script waits for interactive input, which an agent cannot provide.",
  },
  "lint.long-body": { severity: "warning", summary: "The body has more than 500 lines." },
  "lint.missing-when": {
    severity: "warning",
    summary: "The description does not say when to use the skill.",
  },
  "lint.overlapping-description": {
    severity: "warning",
    summary: "Two descriptions are too similar for a model to choose between.",
  },
  "lint.placeholder": {
    severity: "warning",
    summary: "The body has a line that is still to be written.",
  },
  "lint.prose-only": { severity: "info", summary: "The body is a long text without steps and examples." },
  "lint.rule-disabled": {
    severity: "info",
    summary: "A comment in the body disables a rule for this skill.",
  },
  "lint.rule-unknown": {
    severity: "warning",
    summary: "A comment tries to disable a rule that is unknown or cannot be disabled.",
  },
  "lint.secret": { severity: "error", summary: "A file seems to contain a credential." },
  "lint.unreferenced-file": {
    severity: "info",
    summary: "A file of the skill is never mentioned by SKILL.md or a file that it names.",
  },
  "lint.vague-description": {
    severity: "warning",
    summary: "The description is too short or too general to be matched.",
  },
  "lint.windows-path": {
    severity: "warning",
    summary: "A file reference uses backslashes and works on Windows only.",
  },
} as const;
