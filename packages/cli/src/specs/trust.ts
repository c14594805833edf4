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

const allow: ActionSpec = {
  name: "allow",
  summary: "Trust skills with their current content",
  detail:
    "Shows the files of each skill, its digest and what its frontmatter asks for, and asks before it trusts the skill. Without a name, lists pending skills.",
  positionals: [{ ...NAMES, optional: true }],
  options: [
    { name: "all", summary: "all pending skills" },
    { name: "grant", summary: "also grant what the frontmatter of a server's skill asks for, such as tools" },
    REASON,
    { name: "yes", short: "y", summary: "trust without asking" },
  ],
  examples: [
    { line: "knowhow trust release-notes", summary: "review a skill of this project and decide" },
    {
      line: "knowhow trust allow acme:pdf --grant",
      summary: "trust a skill of a server, with the tools that it asks for",
    },
    { line: "knowhow trust --all", summary: "review all pending skills" },
  ],
  load: async () => (await import("../commands/trust/allow.ts")).trustAllow,
};

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

/** `knowhow trust <name>` is short for `knowhow trust allow <name>`. */
const trust: GroupSpec = {
  name: "trust",
  summary: "Decide which skills of projects and servers agents may use",
  detail:
    "Agents do not see a skill of a project or an MCP server before you trust it. A decision is for the current content of a skill; if a file changes, the skill is pending again. `knowhow trust <name>` is short for `knowhow trust allow <name>`.",
  commands: [list, allow, refuse, revoke],
  fallback: allow,
  examples: [
    { line: "knowhow trust", summary: "list pending skills and all decisions" },
    { line: "knowhow trust release-notes", summary: "review a skill and decide" },
  ],
};

/** Commands about trust. */
export const TRUST: readonly CommandSpec[] = [trust];
