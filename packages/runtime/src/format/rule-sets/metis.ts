import { type RuleSet, rows, UNREADABLE } from "./rule-set.ts";

/** The loader of Metis, which skips every file with an error; the profile takes its severities from here. */
export const metisRules: RuleSet = {
  name: "metis",
  summary: "What the loader of Metis accepts.",
  rows: [
    ...rows("error", "Metis: a skill is a directory with a file SKILL.md", ["format.file-name"]),
    ...rows("error", "Metis: the file starts with `---`, and a second `---` closes the frontmatter", [
      "format.no-frontmatter",
      "format.unclosed-frontmatter",
      "format.blank-before-frontmatter",
      "format.delimiter-space",
      "format.byte-order-mark",
    ]),
    ...UNREADABLE,
    ...rows("error", "Metis: name 1–64 of a–z, 0–9 and single inner hyphens, equal to the directory's name", [
      "format.name-missing",
      "format.name-type",
      "format.name-length",
      "format.name-uppercase",
      "format.name-characters",
      "format.name-not-ascii",
      "format.name-hyphens",
      "format.name-mismatch",
    ]),
    ...rows("error", "Metis: description is a string of 1–1,024 characters", [
      "format.description-missing",
      "format.description-type",
      "format.description-length",
    ]),
    ...rows("error", "Metis: the standard's fields are strings", [
      "format.field-coerced",
      "format.license-type",
      "format.compatibility-type",
      "format.allowed-tools-type",
    ]),
    ...rows("error", "Metis: compatibility of at most 500 characters", ["format.compatibility-length"]),
    ...rows("error", "Metis: metadata maps to strings, numbers and booleans", [
      "format.metadata-type",
      "format.metadata-value",
      "format.metadata-null",
      "format.metadata-date",
    ]),
    ...rows("warning", "Metis: a body over 5,000 tokens is logged", ["format.body-tokens"]),
  ],
};
