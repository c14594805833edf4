import { type RuleSet, rows, UNREADABLE } from "./rule-set.ts";

/**
 * The reference validator, rule by rule. One intentional difference: we split at whole `---` lines, so a `---` inside a
 * value does not end the frontmatter.
 */
export const skillsRefRules: RuleSet = {
  name: "skills-ref",
  summary: "The Python reference validator of the standard, skills-ref 0.1.0.",
  normalizesNames: true,
  rows: [
    ...rows("error", "skills-ref parser: the text starts with `---` and closes it", [
      "format.byte-order-mark",
      "format.blank-before-frontmatter",
      "format.no-frontmatter",
      "format.unclosed-frontmatter",
    ]),
    ...UNREADABLE,
    ...rows("error", "skills-ref parser: strict YAML without flow style", ["format.yaml-flow"]),
    ...rows("error", "skills-ref validator: name is required, a non-empty string", [
      "format.name-missing",
      "format.name-type",
    ]),
    ...rows("error", "skills-ref validator: name 1–64 characters", ["format.name-length"]),
    ...rows("error", "skills-ref validator: name is lower case", ["format.name-uppercase"]),
    ...rows("error", "skills-ref validator: name only letters of any script, digits and hyphens", [
      "format.name-characters",
    ]),
    ...rows("error", "skills-ref validator: name without edge or double hyphens", ["format.name-hyphens"]),
    ...rows("error", "skills-ref validator: name equals the directory's name in NFKC", [
      "format.name-mismatch",
    ]),
    ...rows("error", "skills-ref validator: description is a string of 1–1,024 characters", [
      "format.description-missing",
      "format.description-type",
      "format.description-length",
    ]),
    ...rows("error", "skills-ref validator: compatibility is a string of at most 500 characters", [
      "format.compatibility-type",
      "format.compatibility-length",
    ]),
    ...rows("error", "skills-ref validator: unexpected fields", [
      "format.unknown-field",
      "format.extension-field",
    ]),
  ],
};
