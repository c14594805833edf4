/** Diagnostics about the text of a SKILL.md. */
export const FORMAT_CODES = {
  "format.too-large": {
    severity: "error",
    summary: "The SKILL.md is larger than the limit and was not read.",
  },
  "format.not-text": { severity: "error", summary: "The file contains NUL bytes and is not a text file." },
  "format.duplicate-nested-key": {
    severity: "warning",
    summary: "A key occurs twice inside of `metadata`; the last value counts.",
  },
  "format.not-utf8": {
    severity: "warning",
    summary: "The file is not valid UTF-8; broken bytes were replaced.",
  },
  "format.control-character": {
    severity: "warning",
    summary: "The frontmatter contains a control or bidirectional formatting character.",
  },
  "format.file-name": {
    severity: "warning",
    summary: "The file name resembles SKILL.md but does not match it exactly.",
  },
  "format.byte-order-mark": {
    severity: "warning",
    summary: "The file starts with a byte order mark, which strict readers reject.",
  },
  "format.no-frontmatter": { severity: "error", summary: "The file does not start with a `---` line." },
  "format.unclosed-frontmatter": {
    severity: "error",
    summary: "The frontmatter is opened but never closed.",
  },
  "format.blank-before-frontmatter": {
    severity: "warning",
    summary: "The opening `---` is preceded by blank lines.",
  },
  "format.delimiter-space": { severity: "warning", summary: "A `---` line has trailing whitespace." },
  "format.frontmatter-too-large": { severity: "error", summary: "The frontmatter is larger than the limit." },
  "format.yaml-invalid": {
    severity: "error",
    summary: "The frontmatter is not valid YAML and could not be repaired.",
  },
  "format.yaml-limit": {
    severity: "error",
    summary: "The frontmatter is nested too deeply or has too many keys.",
  },
  "format.yaml-forbidden": {
    severity: "error",
    summary: "The frontmatter uses an anchor, alias, tag or second document.",
  },
  "format.yaml-repaired": {
    severity: "warning",
    summary: "Invalid YAML was repaired, for example an unquoted colon.",
  },
  "format.yaml-salvaged": {
    severity: "warning",
    summary: "Only single-line fields could be read from broken YAML.",
  },
  "format.not-a-mapping": {
    severity: "error",
    summary: "The frontmatter is a list or a single value, not `key: value` lines.",
  },
  "format.duplicate-key": { severity: "error", summary: "A mapping contains a duplicate key." },
  "format.unsafe-key": {
    severity: "warning",
    summary: "A key that could change object prototypes was dropped.",
  },
  "format.name-missing": { severity: "error", summary: "`name` is missing or empty." },
  "format.name-type": { severity: "error", summary: "`name` is a list or a mapping." },
  "format.name-length": { severity: "warning", summary: "`name` is longer than 64 characters." },
  "format.name-uppercase": { severity: "warning", summary: "`name` has uppercase letters." },
  "format.name-characters": {
    severity: "warning",
    summary: "`name` has characters other than letters, digits and hyphens.",
  },
  "format.name-not-ascii": { severity: "warning", summary: "`name` has letters outside a–z." },
  "format.name-hyphens": {
    severity: "warning",
    summary: "`name` starts or ends with a hyphen, or has two in a row.",
  },
  "format.name-mismatch": { severity: "warning", summary: "`name` differs from the directory's name." },
  "format.name-unsafe": {
    severity: "warning",
    summary: "`name` cannot be shown or used as one path segment; the directory's name is used.",
  },
  "format.name-reserved": {
    severity: "warning",
    summary: "`name` contains a word that an upload target reserves.",
  },
  "format.description-missing": { severity: "error", summary: "`description` is missing or empty." },
  "format.description-type": { severity: "error", summary: "`description` is a list or a mapping." },
  "format.description-length": {
    severity: "warning",
    summary: "`description` is longer than 1,024 characters.",
  },
  "format.description-lines": { severity: "warning", summary: "`description` has more than one line." },
  "format.description-markup": { severity: "warning", summary: "`description` contains angle brackets." },
  "format.license-type": { severity: "warning", summary: "`license` is a list or a mapping." },
  "format.compatibility-type": { severity: "warning", summary: "`compatibility` is a list or a mapping." },
  "format.compatibility-empty": { severity: "warning", summary: "`compatibility` is empty." },
  "format.compatibility-length": {
    severity: "warning",
    summary: "`compatibility` is longer than 500 characters.",
  },
  "format.metadata-type": { severity: "warning", summary: "`metadata` is not a mapping." },
  "format.metadata-value": {
    severity: "warning",
    summary: "A `metadata` value is a list or a mapping; it is kept as extension data.",
  },
  "format.metadata-coerced": {
    severity: "info",
    summary: "A `metadata` value is a number or a boolean; its source text is used.",
  },
  "format.metadata-null": {
    severity: "info",
    summary: "A `metadata` value is empty or null; its source text is used.",
  },
  "format.metadata-date": {
    severity: "info",
    summary: "A `metadata` value is an unquoted date, which some readers do not read as a string.",
  },
  "format.allowed-tools-type": {
    severity: "warning",
    summary: "`allowed-tools` is a list or a mapping instead of one string.",
  },
  "format.allowed-tools-commas": {
    severity: "warning",
    summary: "`allowed-tools` is separated by commas instead of spaces.",
  },
  "format.unknown-field": {
    severity: "info",
    summary: "A top-level field is neither one of the standard's six nor a known extension.",
  },
  "format.extension-field": {
    severity: "info",
    summary: "A top-level field is a known extension and not one of the standard's six.",
  },
  "format.field-coerced": {
    severity: "warning",
    summary: "A string field is written like a number or a boolean; its source text is used.",
  },
  "format.field-type": {
    severity: "warning",
    summary:
      "An extension field has a value of the wrong kind; it is ignored, or counts as the stricter value.",
  },
  "format.field-value": {
    severity: "warning",
    summary: "An extension field contains a word that has no meaning there and is ignored.",
  },
  "format.unreachable": {
    severity: "warning",
    summary: "Neither the model nor the user can start the skill, and it is not background knowledge.",
  },
  "format.body-tokens": { severity: "warning", summary: "The body is longer than 5,000 tokens." },
  "format.inferred": {
    severity: "info",
    summary: "Name or description was taken from the directory or the body.",
  },
  "format.yaml-flow": {
    severity: "warning",
    summary: "A flow collection (`[…]`, `{…}`) is used where a strict reader rejects it.",
  },
  "format.yaml-portable": {
    severity: "warning",
    summary: "The YAML is valid but outside the subset that MCP clients read.",
  },
  "format.version-missing": { severity: "warning", summary: "`metadata.version` is missing." },
  "format.version-semver": { severity: "warning", summary: "`metadata.version` is not a SemVer version." },
  "format.tags-missing": { severity: "warning", summary: "`metadata.tags` is missing." },
  "format.tags-type": { severity: "warning", summary: "`metadata.tags` is not a list of strings." },
  "format.install-metadata": {
    severity: "warning",
    summary: "`metadata` contains source information written by an installer.",
  },
  "format.too-many-files": {
    severity: "warning",
    summary: "The skill has more files than a reader must accept.",
  },
  "format.files-too-large": {
    severity: "warning",
    summary: "The skill's files are larger than a reader must accept.",
  },
  "format.license-missing": {
    severity: "warning",
    summary: "`license` is missing; it is recommended for publishing.",
  },
} as const;
