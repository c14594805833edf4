import type { ActionSpec, CommandSpec, GroupSpec, OptionSpec, PositionalSpec } from "../table/command.ts";

const NAMES: PositionalSpec = {
  name: "name",
  many: true,
  completes: "skills",
  summary: "name of a skill, such as `pdf`, or `label:name` for a skill of an MCP server",
};
const REASON: OptionSpec = { name: "reason", value: "TEXT", summary: "reason to keep with the decision" };

const list: ActionSpec = {
  name: "list",
  summary: "List pending skills and all decisions",
  positionals: [],
  options: [],
  examples: [{ line: "knowhow trust list --json", summary: "pending skills and decisions, as JSON" }],
  load: async () => (await import("../commands/trust/list.ts")).trustList,
};

const show: ActionSpec = {
  name: "show",
  summary: "Show the text of a skill, what was found in it and what changed",
  detail:
    "Scans the skill, and prints everything for you to read before a decision: findings, what changed since the last decision, scripts, hosts, and the text of its files with invisible characters written out. Exits with 0 if agents may use the skill, 1 if it waits for a decision, and 4 if a scan blocks it.",
  positionals: [{ ...NAMES, many: false }],
  options: [],
  examples: [{ line: "knowhow trust show release-notes", summary: "read a skill before you decide" }],
  load: async () => (await import("../commands/trust/show.ts")).trustShow,
};

const grant: ActionSpec = {
  name: "grant",
  summary: "Trust skills with their current content",
  detail:
    "Shows what each skill contains, asks for and changed, and what a scan found, and asks before it trusts the skill. For a folder it asks once about all its pending skills. Without a name, lists pending skills. Without a terminal nothing is trusted; the command that would trust it is printed.",
  positionals: [
    {
      ...NAMES,
      optional: true,
      summary: `${NAMES.summary}, or a folder with pending skills, such as \`.agents/skills\` or \`.\``,
    },
  ],
  options: [
    { name: "all", summary: "all pending skills" },
    { name: "digest", value: "DIGEST", summary: "trust only if the content has this digest" },
    {
      name: "dismiss",
      value: "RULE",
      many: true,
      summary: "findings of this rule do not count for this content; needs --reason",
    },
    { name: "grant", summary: "also grant what the frontmatter of a server's skill asks for, such as tools" },
    REASON,
    { name: "yes", short: "y", summary: "trust without asking" },
  ],
  examples: [
    { line: "knowhow trust release-notes", summary: "review a skill of this project and decide" },
    {
      line: "knowhow trust grant .agents/skills",
      summary: "decide once about all pending skills of a folder",
    },
    {
      line: 'knowhow trust grant deploy --dismiss download-and-run --reason "our own mirror"',
      summary: "trust a skill although a scan blocks it",
    },
    {
      line: "knowhow trust grant acme:pdf --grant",
      summary: "trust a skill of a server, with the tools that it asks for",
    },
    { line: "knowhow trust --all", summary: "review all pending skills one by one" },
  ],
  load: async () => (await import("../commands/trust/grant.ts")).trustGrant,
};

/** The earlier name of `grant`. */
const allow: ActionSpec = { ...grant, name: "allow", hidden: true };

const refuse: ActionSpec = {
  name: "refuse",
  summary: "Refuse skills with their current content",
  positionals: [NAMES],
  options: [REASON],
  examples: [
    {
      line: 'knowhow trust refuse deploy --reason "pushes to main"',
      summary: "refuse a skill, with a reason",
    },
  ],
  load: async () => (await import("../commands/trust/refuse.ts")).trustRefuse,
};

const revoke: ActionSpec = {
  name: "revoke",
  summary: "Revoke all decisions about skills",
  positionals: [NAMES],
  options: [],
  examples: [{ line: "knowhow trust revoke release-notes", summary: "make a skill pending again" }],
  load: async () => (await import("../commands/trust/revoke.ts")).trustRevoke,
};

/** `knowhow trust <name>` is short for `knowhow trust grant <name>`. */
const trust: GroupSpec = {
  name: "trust",
  summary: "Decide which skills of projects and servers agents may use",
  detail:
    "knowhow serves a skill of a project or an MCP server only after you trust it; a client that reads the folder itself does not ask knowhow. A decision is for the current content of a skill; if a file changes, the skill is pending again. `knowhow trust <name>` is short for `knowhow trust grant <name>`.",
  commands: [list, show, grant, allow, refuse, revoke],
  fallback: grant,
  examples: [
    { line: "knowhow trust", summary: "list pending skills and all decisions" },
    { line: "knowhow trust release-notes", summary: "review a skill and decide" },
  ],
};

/** Commands about trust. */
export const TRUST: readonly CommandSpec[] = [trust];
