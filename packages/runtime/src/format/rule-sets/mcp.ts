import { type RuleSet, rows, UNREADABLE } from "./rule-set.ts";

/** What the official SDK serves and the official client accepts in the skills extension of MCP. */
export const mcpRules: RuleSet = {
  name: "mcp",
  summary: "Skills over MCP: what the official TypeScript SDK serves and its client accepts.",
  rows: [
    ...rows("error", "MCP SDK 2.4 loader: the file is named exactly SKILL.md", ["format.file-name"]),
    ...rows("error", "MCP SDK 2.4 frontmatter: `---` lines without spaces, the first at the start", [
      "format.blank-before-frontmatter",
      "format.delimiter-space",
      "format.no-frontmatter",
      "format.unclosed-frontmatter",
    ]),
    ...UNREADABLE,
    ...rows("error", "MCP SDK 2.4 frontmatter: a one-line subset of YAML", ["format.yaml-portable"]),
    ...rows("error", "Skills over MCP (SEP-2640): name follows the ASCII naming rules", [
      "format.name-missing",
      "format.name-type",
      "format.name-length",
      "format.name-uppercase",
      "format.name-characters",
      "format.name-not-ascii",
      "format.name-hyphens",
    ]),
    ...rows("error", "Skills over MCP (SEP-2640): the last segment of the skill's path is its name", [
      "format.name-mismatch",
    ]),
    ...rows("error", "MCP SDK 2.4 schema: description is a string of 1–1,024 characters", [
      "format.description-missing",
      "format.description-type",
      "format.description-length",
    ]),
    ...rows("error", "MCP SDK 2.4 schema: the standard's fields are strings", [
      "format.field-coerced",
      "format.compatibility-type",
      "format.compatibility-empty",
      "format.compatibility-length",
    ]),
    ...rows("error", "MCP SDK 2.4 schema: metadata maps strings to strings", [
      "format.metadata-type",
      "format.metadata-value",
      "format.metadata-coerced",
      "format.metadata-null",
    ]),
    ...rows("warning", "Skills over MCP (SEP-2640): hosts must accept 512 files and 16 MiB", [
      "format.too-many-files",
      "format.files-too-large",
    ]),
  ],
};
