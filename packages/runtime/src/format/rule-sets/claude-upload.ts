import { type RuleSet, rows, UNREADABLE } from "./rule-set.ts";

/** The rules of Claude's upload. The directory's name is not checked, because an upload has none. */
export const claudeUploadRules: RuleSet = {
  name: "claude-upload",
  summary: "Upload to claude.ai and the Claude API.",
  rows: [
    ...rows("error", "Claude upload: SKILL.md with frontmatter at its start", [
      "format.file-name",
      "format.blank-before-frontmatter",
      "format.no-frontmatter",
      "format.unclosed-frontmatter",
    ]),
    ...UNREADABLE,
    ...rows("error", "Claude upload: only the standard's six fields", [
      "format.unknown-field",
      "format.extension-field",
    ]),
    ...rows("error", "Claude upload: name 1–64 of a–z, 0–9 and single inner hyphens", [
      "format.name-missing",
      "format.name-type",
      "format.name-length",
      "format.name-uppercase",
      "format.name-characters",
      "format.name-not-ascii",
      "format.name-hyphens",
    ]),
    ...rows("error", "Claude upload: reserved words in names", ["format.name-reserved"]),
    ...rows("error", "Claude upload: description is a string of 1–1,024 characters", [
      "format.description-missing",
      "format.description-type",
      "format.description-length",
    ]),
    ...rows("error", "Claude upload: description without angle brackets", ["format.description-markup"]),
    ...rows("error", "Claude upload: strings where the standard has strings", ["format.field-coerced"]),
    ...rows("error", "Claude upload: compatibility is a string of at most 500 characters", [
      "format.compatibility-type",
      "format.compatibility-length",
    ]),
  ],
};
