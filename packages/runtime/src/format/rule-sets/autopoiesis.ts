import { type RuleSet, rows, UNREADABLE, UNUSABLE_FIELDS } from "./rule-set.ts";

/** The contract for skills that are shipped with autopoiesis. Strict readers need `metadata.tags` as one string. */
export const autopoiesisRules: RuleSet = {
  name: "autopoiesis",
  summary: "The autopoiesis contract for shipped skills.",
  rows: [
    ...rows("error", "autopoiesis: SKILL.md with frontmatter", [
      "format.file-name",
      "format.no-frontmatter",
      "format.unclosed-frontmatter",
    ]),
    ...UNREADABLE,
    ...rows("error", "autopoiesis: name is required and in kebab case", [
      "format.name-missing",
      "format.name-type",
      "format.name-uppercase",
      "format.name-characters",
      "format.name-not-ascii",
      "format.name-hyphens",
    ]),
    ...rows("error", "autopoiesis: description is required, a one-line summary", [
      "format.description-missing",
      "format.description-type",
      "format.description-lines",
    ]),
    ...rows("error", "autopoiesis: strings are strings", ["format.field-coerced"]),
    ...rows("error", "autopoiesis: only supported top-level keys", [
      "format.unknown-field",
      "format.extension-field",
    ]),
    ...rows("error", "autopoiesis: custom fields belong under metadata", ["format.metadata-type"]),
    ...rows("error", "autopoiesis: metadata.version is a SemVer version", [
      "format.version-missing",
      "format.version-semver",
    ]),
    ...rows("error", "autopoiesis: metadata.tags is a list of strings", [
      "format.tags-missing",
      "format.tags-type",
    ]),
    ...UNUSABLE_FIELDS,
  ],
};
