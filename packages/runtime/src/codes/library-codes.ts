/** Diagnostics about finding, configuring, combining and proposing skills. */
export const LIBRARY_CODES = {
  "authoring.credentials": {
    severity: "error",
    summary: "A file of a proposed skill contains a credential.",
  },
  "authoring.secret-access": {
    severity: "error",
    summary: "A program of a proposed skill names a folder or file with the user's keys.",
  },
  "authoring.unsafe-description": {
    severity: "error",
    summary:
      "The description of a proposed skill contains markup, orders to a model or invisible characters.",
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
  "discovery.unseen": {
    severity: "info",
    summary:
      "A root has SKILL.md files that are not used: too deep, in hidden directories, inside other skills, or misspelt.",
  },
  "discovery.hard-link": {
    severity: "info",
    summary:
      "Files of a skill have further names on the same disk, so that they can be changed from elsewhere.",
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
    summary:
      "Two skills have names that look the same: they differ only in letter case, Unicode normalization, invisible characters or letters of other scripts.",
  },
  "resolution.ineligible": {
    severity: "info",
    summary: "A skill needs something that this machine does not have.",
  },
  "resolution.pending": {
    severity: "warning",
    summary: "A skill waits for a trust decision and is not served until then.",
  },
  "resolution.refused": {
    severity: "info",
    summary: "A skill was refused and is not served.",
  },

  "execution.unknown-tool-rule": {
    severity: "warning",
    summary: "A tool rule is not valid; it is kept as written and grants nothing.",
  },
  "execution.tool-not-offered": {
    severity: "info",
    summary: "A skill lists a tool that the host does not offer under this name.",
  },
} as const;
