/** How much a diagnostic matters: an error makes a skill unusable or invalid, a warning is worth a look, info explains. */
export type Severity = "error" | "warning" | "info";

interface CodeRow {
  readonly severity: Severity;
  readonly summary: string;
}

/** Every diagnostic code, declared once. `docs/reference/codes.md` lists the same rows; a test keeps the two equal. */
export const DIAGNOSTIC_CODES = {
  "format.too-large": {
    severity: "error",
    summary: "The SKILL.md is larger than the limit and was not read.",
  },
  "format.not-text": { severity: "error", summary: "The file contains NUL bytes and is not a text file." },
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
    summary: "A `metadata` value is a number, date or boolean; its source text is used.",
  },
  "format.allowed-tools-type": {
    severity: "warning",
    summary: "`allowed-tools` is a list or comma-separated instead of space-separated.",
  },
  "format.unknown-field": {
    severity: "info",
    summary: "A top-level field is not one of the standard's six.",
  },
  "format.field-coerced": {
    severity: "warning",
    summary: "A string field is written like a number or a boolean; its source text is used.",
  },
  "format.field-type": {
    severity: "warning",
    summary: "An extension field has a value of the wrong kind and is ignored.",
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

  "discovery.root-unreadable": {
    severity: "warning",
    summary: "A root exists but cannot be listed; its last good listing is kept.",
  },
  "discovery.root-missing": { severity: "info", summary: "A root that was named explicitly does not exist." },
  "discovery.root-outside-project": {
    severity: "warning",
    summary: "A project root is a symbolic link that leads out of the project.",
  },
  "discovery.entry-unreadable": {
    severity: "warning",
    summary: "A directory or file inside a root cannot be read.",
  },
  "discovery.not-a-file": {
    severity: "warning",
    summary: "SKILL.md is a directory, a device or another special file.",
  },
  "discovery.link-outside-root": {
    severity: "warning",
    summary: "A symbolic link leads out of the trusted roots and was not followed.",
  },
  "discovery.link-broken": { severity: "info", summary: "A symbolic link is broken." },
  "discovery.walk-limit": {
    severity: "warning",
    summary: "A root has more directories than the limit; the rest were skipped.",
  },
  "discovery.skill-at-root": {
    severity: "warning",
    summary: "A SKILL.md is directly in a root instead of in its own directory.",
  },
  "discovery.resource-limit": { severity: "warning", summary: "A skill has more files than are listed." },
  "discovery.context-shared": {
    severity: "warning",
    summary: "An AGENTS.md in a world-writable directory was skipped.",
  },
  "discovery.project-foreign": {
    severity: "warning",
    summary:
      "A repository above the working directory belongs to another user or is world-writable; it is not used.",
  },

  "config.invalid": {
    severity: "error",
    summary: "A knowhow.json, or a setting in it, is not valid.",
  },
  "config.closed": {
    severity: "error",
    summary:
      "The user's own knowhow.json is not valid, so no skill is offered to the model and project skills are not read.",
  },
  "config.ignored": {
    severity: "warning",
    summary: "A repository's knowhow.json is not valid and is ignored, entirely or in part.",
  },
  "config.disabled": {
    severity: "info",
    summary: "The configuration turns skills off, so none are searched for.",
  },
  "config.widening-refused": {
    severity: "warning",
    summary: "A repository's knowhow.json sets something that could widen what the user allows.",
  },
  "config.servers-not-connected": {
    severity: "warning",
    summary: "The configuration names MCP servers, and the application does not connect them.",
  },
  "config.embedder-not-opened": {
    severity: "warning",
    summary: "The configuration chooses an embedder, and the application does not open one.",
  },
  "config.restart-needed": {
    severity: "warning",
    summary: "A setting changed that takes effect only after a restart.",
  },
  "config.outside-project": {
    severity: "warning",
    summary: "A project's knowhow.json names paths outside the project; they are ignored.",
  },
  "config.servers-refused": {
    severity: "warning",
    summary: "A repository's knowhow.json names MCP servers, which only the user's own may do.",
  },
  "config.embedder-refused": {
    severity: "warning",
    summary: "A repository's knowhow.json names an embedder of its own, which only the user's own may do.",
  },
  "config.profile-refused": {
    severity: "warning",
    summary: "A repository's knowhow.json requests a different profile, which only the user can choose.",
  },
  "config.unknown-provider": {
    severity: "warning",
    summary: "A knowhow.json turns on or off a provider that does not exist.",
  },

  "resolution.collision": {
    severity: "warning",
    summary: "Two skills with different content have the same name; one wins.",
  },
  "resolution.override": {
    severity: "info",
    summary: "A skill at a closer level replaces one of the same name.",
  },
  "resolution.look-alike": {
    severity: "warning",
    summary: "Two skills have names that differ only in letter case or Unicode normalization.",
  },
  "resolution.ineligible": {
    severity: "info",
    summary: "A skill needs something that this machine does not have.",
  },
  "resolution.pending": {
    severity: "warning",
    summary: "A skill waits for a trust decision and is hidden from the model.",
  },
  "resolution.refused": {
    severity: "info",
    summary: "A skill was refused and is hidden from the model.",
  },

  "execution.unknown-tool-rule": {
    severity: "warning",
    summary: "A tool rule is not valid; it is kept as written and grants nothing.",
  },
  "execution.tool-not-offered": {
    severity: "info",
    summary: "A skill lists a tool that the host does not offer under this name.",
  },

  "mcp.unreachable": {
    severity: "warning",
    summary: "A server did not list its skills; the last good listing is used.",
  },
  "mcp.no-skills": { severity: "info", summary: "A server offers no skills." },
  "mcp.legacy": {
    severity: "info",
    summary: "A server offers its skills in a format older than the skills extension.",
  },
  "mcp.entry-refused": { severity: "warning", summary: "A server lists a skill that cannot be accepted." },
  "mcp.listing-limit": { severity: "warning", summary: "A server's listing was cut off at a limit." },
  "mcp.approval-revoked": {
    severity: "warning",
    summary: "A server's skill changed after it was approved and is hidden again.",
  },
  "mcp.fields-ignored": {
    severity: "info",
    summary: "A server's skill requests tools or other permissions that were not granted.",
  },

  "lint.absolute-path": {
    severity: "warning",
    summary: "The body contains a path that exists only on one machine.",
  },
  "lint.dead-reference": {
    severity: "warning",
    summary: "The body refers to a file that is not in the skill.",
  },
  "lint.dead-trigger": {
    severity: "warning",
    summary: "A trigger phrase can never match a message.",
  },
  "lint.deep-reference": { severity: "warning", summary: "A referenced file refers to further files." },
  "lint.empty-body": { severity: "warning", summary: "The skill has no instructions." },
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
  "mcp.not-served": {
    severity: "warning",
    summary:
      "A skill cannot be offered through the MCP skills extension; it is still available through the skill tools.",
  },
  "mcp.no-manifest": {
    severity: "info",
    summary: "A skill is served over MCP without a list of its files.",
  },
  "mcp.rewritten": {
    severity: "info",
    summary:
      "A skill is served over MCP with a normalised frontmatter, because strict clients reject the original.",
  },
} as const;

/** Holds a table to its rows' shape, without widening its keys. */
type RowsOf<Rows extends Readonly<Record<string, Row>>, Row> = Rows;

export type DiagnosticCode = keyof RowsOf<typeof DIAGNOSTIC_CODES, CodeRow>;

/** Every code of a thrown `KnowhowError`. */
export const ERROR_CODES = {
  "runtime.unknown-profile": { summary: "Unknown profile." },
  "runtime.bad-option": { summary: "An option is unknown or its value is not valid." },
  "runtime.unknown-skill": { summary: "Unknown skill." },
  "runtime.no-digest": { summary: "A file of the skill cannot be included in a digest." },
  "runtime.unreadable-skill": {
    summary: "The skill's file or directory is gone, was replaced or cannot be read.",
  },
  "serving.not-admitted": { summary: "A check refused access to a file of the skill." },
  "security.content-changed": {
    summary: "The content of a skill differs from the content a decision was made for.",
  },
  "security.decisions-unusable": {
    summary: "The folder of trust decisions belongs to another user or is writable by others.",
  },
  "security.no-decision-needed": {
    summary: "No decision is possible: the skill is trusted because of its level, or its source decides.",
  },
  "format.unknown-rules": { summary: "Unknown rule set." },
  "format.unknown-glob": { summary: "A glob pattern is not valid." },
  "resolution.snapshot-invalid": { summary: "The value is not a library snapshot." },
  "resolution.snapshot-mismatch": { summary: "The snapshot's content does not match its id." },
  "session.state-invalid": { summary: "The value is not a serialized session." },
  "mcp.unavailable": { summary: "A server is unreachable, or its response is too large." },
  "mcp.verification-failed": {
    summary: "A file of a server's skill does not match the server's listing.",
  },
  "mcp.not-approved": { summary: "A file of a server's skill requires approval." },
  "mcp.approvals-unreadable": { summary: "The approvals of servers' skills cannot be read." },
  "state.not-private": {
    summary: "A file or folder of knowhow's state or cache belongs to another user or is writable by others.",
  },
  "state.locked": { summary: "Another process held a lock for too long." },
  "state.too-large": { summary: "A record is larger than the limit." },
  "state.log-broken": { summary: "A log was edited or damaged: a line is not the next record." },
  "evaluation.invalid": { summary: "A file of labelled messages is not valid." },
  "simulation.invalid": { summary: "A line of a simulation script is not valid or cannot be played." },
  "mcp.install-unsupported": { summary: "A client's configuration has no such scope or kind of entry." },
  "mcp.install-unreadable": {
    summary: "A client's configuration is not valid, so it is left unchanged.",
  },
  "mcp.install-conflict": {
    summary: "A client's configuration has an entry of this name that knowhow did not write.",
  },
  "mcp.install-failed": { summary: "A client's configuration cannot be read or written." },
  "embeddings.model-invalid": { summary: "A file of an embedding model is missing or broken." },
  "embeddings.model-unsupported": { summary: "An embedding model is of an unsupported kind." },
  "embeddings.package-missing": { summary: "An embedder needs a package that is not installed." },
  "embeddings.unavailable": {
    summary: "An embedding service is unreachable or returned an unusable response.",
  },
} as const;

export type ErrorCode = keyof RowsOf<typeof ERROR_CODES, Pick<CodeRow, "summary">>;
