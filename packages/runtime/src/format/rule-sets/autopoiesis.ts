import { type RuleSet, rows, UNREADABLE } from "./rule-set.ts";

/** The contract for skills that are shipped with autopoiesis; `metadata.tags` may be a list. */
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
      "format.name-length",
      "format.name-uppercase",
      "format.name-characters",
      "format.name-not-ascii",
      "format.name-hyphens",
    ]),
    ...rows("error", "autopoiesis: name equals the directory's name", ["format.name-mismatch"]),
    ...rows("error", "autopoiesis: description is required", [
      "format.description-missing",
      "format.description-type",
      "format.description-length",
    ]),
    ...rows("error", "autopoiesis: only supported top-level keys", ["format.unknown-field"]),
    ...rows("error", "autopoiesis: custom fields belong under metadata", ["format.metadata-type"]),
    ...rows("error", "autopoiesis: metadata.version is a SemVer version", [
      "format.version-missing",
      "format.version-semver",
    ]),
    ...rows("error", "autopoiesis: metadata.tags is required", ["format.tags-missing"]),
  ],
};
