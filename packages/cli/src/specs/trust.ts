import type { ActionSpec, CommandSpec, GroupSpec, OptionSpec, PositionalSpec } from "../table/command.ts";

const NAMES: PositionalSpec = {
  name: "name",
  many: true,
  completes: "skills",
  summary: "a skill of this project, or `label:name` for one of an MCP server",
};
const REASON: OptionSpec = { name: "reason", value: "TEXT", summary: "keep this text with the decision" };

const list: ActionSpec = {
  name: "list",
  summary: "Show what waits for your decision, and what you decided",
  positionals: [],
  options: [],
  examples: [{ line: "knowhow trust list --json", summary: "for a script" }],
  load: async () => (await import("../commands/trust/list.ts")).trustList,
};

const allow: ActionSpec = {
  name: "allow",
  summary: "Let agents use skills, exactly as they are now",
  detail:
    "Shows the files of each skill, its digest and what its frontmatter asks for, then asks. Without a name it lists what waits.",
  positionals: [{ ...NAMES, optional: true }],
  options: [
    { name: "all", summary: "every skill that waits for your decision" },
    { name: "grant", summary: "also what the frontmatter of a server's skill asks for, such as tools" },
    REASON,
    { name: "yes", short: "y", summary: "do not ask" },
  ],
  examples: [
    { line: "knowhow trust release-notes", summary: "look at a skill of this project and decide" },
    {
      line: "knowhow trust allow acme:pdf --grant",
      summary: "a server's skill, with the tools that it asks for",
    },
    { line: "knowhow trust --all", summary: "go through everything that waits" },
  ],
  load: async () => (await import("../commands/trust/allow.ts")).trustAllow,
};

const refuse: ActionSpec = {
  name: "refuse",
  summary: "Hide skills from agents, exactly as they are now, and do not ask again",
  positionals: [NAMES],
  options: [REASON],
  examples: [
    { line: 'knowhow trust refuse deploy --reason "pushes to main"', summary: "with a note for later" },
  ],
  load: async () => (await import("../commands/trust/refuse.ts")).trustRefuse,
};

const revoke: ActionSpec = {
  name: "revoke",
  summary: "Take decisions about skills back",
  positionals: [NAMES],
  options: [],
  examples: [{ line: "knowhow trust revoke release-notes", summary: "the skill waits for a decision again" }],
  load: async () => (await import("../commands/trust/revoke.ts")).trustRevoke,
};

/** `knowhow trust <name>` is short for `knowhow trust allow <name>`. */
const trust: GroupSpec = {
  name: "trust",
  summary: "Decide which skills of a project or a server agents may use",
  detail:
    "`knowhow trust <name>` is short for `knowhow trust allow <name>`; without a name it lists what waits. A decision holds for exactly the content that you saw. See docs/guide/trust.md.",
  commands: [list, allow, refuse, revoke],
  fallback: allow,
  examples: [
    { line: "knowhow trust", summary: "what waits for your decision, and what you decided" },
    { line: "knowhow trust release-notes", summary: "look at a skill and decide" },
  ],
};

/** Commands about trust. */
export const TRUST: readonly CommandSpec[] = [trust];
