import { type RuleSet, rows, UNREADABLE } from "./rule-set.ts";

/** The rules of `gh skill publish`; its recommendations are warnings. */
export const ghPublishRules: RuleSet = {
  name: "gh-publish",
  summary: "Publishing with the GitHub CLI, gh skill publish.",
  rows: [
    ...rows("error", "gh skill: SKILL.md with frontmatter", [
      "format.file-name",
      "format.no-frontmatter",
      "format.unclosed-frontmatter",
    ]),
    ...UNREADABLE,
    ...rows("error", "gh skill publish: the standard's naming rule", [
      "format.name-missing",
      "format.name-type",
      "format.name-length",
      "format.name-uppercase",
      "format.name-characters",
      "format.name-not-ascii",
      "format.name-hyphens",
    ]),
    ...rows("error", "gh skill publish: name equals the directory's name", ["format.name-mismatch"]),
    ...rows("error", "gh skill publish: description is required", [
      "format.description-missing",
      "format.description-type",
    ]),
    ...rows("warning", "gh skill publish: description of at most 1,024 characters", [
      "format.description-length",
    ]),
    ...rows("error", "gh skill publish: allowed-tools is a string", ["format.allowed-tools-type"]),
    ...rows("warning", "gh skill publish: a license is recommended", ["format.license-missing"]),
    ...rows("warning", "gh skill publish: what an installer wrote is removed", ["format.install-metadata"]),
  ],
};
