import { type RuleSet, rows, UNREADABLE, UNUSABLE_FIELDS } from "./rule-set.ts";

/** The standard as written; advice from its client guide is a warning. */
export const specRules: RuleSet = {
  name: "spec",
  summary: "The agentskills.io specification.",
  rows: [
    ...rows("error", "agentskills.io specification: a skill is a directory with a file SKILL.md", [
      "format.file-name",
    ]),
    ...rows("error", "agentskills.io specification: YAML frontmatter, then Markdown", [
      "format.no-frontmatter",
      "format.unclosed-frontmatter",
    ]),
    ...rows("warning", "agentskills.io client guide: `---` at the start of the file", [
      "format.blank-before-frontmatter",
      "format.delimiter-space",
      "format.byte-order-mark",
    ]),
    ...UNREADABLE,
    ...rows("error", "agentskills.io specification: name is required, a string", [
      "format.name-missing",
      "format.name-type",
    ]),
    ...rows("error", "agentskills.io specification: name 1–64 characters", ["format.name-length"]),
    ...rows("error", "agentskills.io specification: name only a–z, 0–9 and hyphens", [
      "format.name-uppercase",
      "format.name-characters",
      "format.name-not-ascii",
    ]),
    ...rows("error", "agentskills.io specification: name without edge or double hyphens", [
      "format.name-hyphens",
    ]),
    ...rows("error", "agentskills.io specification: name equals the directory's name", [
      "format.name-mismatch",
    ]),
    ...rows(
      "error",
      "agentskills.io specification: description is required, a string of 1–1,024 characters",
      ["format.description-missing", "format.description-type", "format.description-length"],
    ),
    ...rows("error", "agentskills.io specification: license is a string", ["format.license-type"]),
    ...rows("error", "agentskills.io specification: compatibility is a string of 1–500 characters", [
      "format.compatibility-type",
      "format.compatibility-empty",
      "format.compatibility-length",
    ]),
    ...rows("error", "agentskills.io specification: metadata maps strings to strings", [
      "format.metadata-type",
      "format.metadata-value",
    ]),
    ...rows("warning", "agentskills.io reference tests: a plain scalar is read as its text", [
      "format.metadata-coerced",
      "format.metadata-null",
      "format.field-coerced",
    ]),
    ...rows("warning", "YAML 1.1: an unquoted date is not a string", ["format.metadata-date"]),
    ...rows("error", "agentskills.io specification: allowed-tools is one string separated by spaces", [
      "format.allowed-tools-type",
      "format.allowed-tools-commas",
    ]),
    ...rows("info", "agentskills.io specification: six fields are defined", [
      "format.unknown-field",
      "format.extension-field",
    ]),
    ...rows("warning", "agentskills.io specification: instructions under 5,000 tokens", [
      "format.body-tokens",
    ]),
    ...UNUSABLE_FIELDS,
  ],
};
