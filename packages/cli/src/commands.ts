import type { CommandSpec, OptionSpec, PositionalSpec } from "./command.ts";
import { list } from "./commands/list.ts";
import { search } from "./commands/search.ts";
import { EMBEDDER, MATCHING_COMMANDS } from "./matching-commands.ts";
import { MCP_COMMAND } from "./mcp-command.ts";

/** The rule sets by name, written out because the engine is not loaded for parsing; a test compares. */
export const RULE_SETS = ["spec", "skills-ref", "mcp", "claude-upload", "gh-publish", "autopoiesis"] as const;

const SKILL_NAME: PositionalSpec = { name: "name", completes: "skills", summary: "the name of a skill" };
const SKILL_PATHS: PositionalSpec = {
  name: "path",
  optional: true,
  many: true,
  completes: "paths",
  summary: "a skill's directory, a SKILL.md, or a directory of skills; every skill that is found when absent",
};
const FORMAT: OptionSpec = {
  name: "format",
  value: "FORMAT",
  choices: ["text", "json", "sarif"],
  summary: "text, json or sarif (for code scanning services)",
};
const MAX_WARNINGS: OptionSpec = {
  name: "max-warnings",
  value: "N",
  least: 0,
  summary: "more warnings than this also end with exit code 1",
};

/** Every command. Parsing, help, suggestions, completion and `docs/reference/cli.md` are made from this table. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: "list",
    summary: "Show the skills that are found here",
    positionals: [],
    options: [{ name: "all", short: "a", summary: "also those that lost their name to another skill" }],
    examples: [
      { line: "knowhow list", summary: "what an agent in this directory can use" },
      { line: "knowhow list --root ./skills --json", summary: "one directory, for a script" },
    ],
    load: async () => list,
  },
  {
    name: "show",
    summary: "Show everything about one skill",
    positionals: [SKILL_NAME],
    options: [{ name: "outline", summary: "also its headings and what each section costs in tokens" }],
    examples: [{ line: "knowhow show pdf --outline", summary: "where the tokens of a skill go" }],
    load: async () => (await import("./commands/showing.ts")).show,
  },
  {
    name: "why",
    summary: "Tell why a skill is used, hidden or not found",
    positionals: [SKILL_NAME],
    options: [],
    examples: [{ line: "knowhow why pdf", summary: "every decision, from the file to the catalogue" }],
    load: async () => (await import("./commands/showing.ts")).why,
  },
  {
    name: "doctor",
    summary: "Check this machine and everything that was found on it",
    positionals: [],
    options: [],
    examples: [{ line: "knowhow doctor", summary: "what is wrong, and what to do next" }],
    load: async () => (await import("./commands/checking.ts")).doctor,
  },
  {
    name: "search",
    summary: "Find skills by words in their names and descriptions",
    positionals: [{ name: "words", many: true, summary: "what to look for" }],
    options: [
      { name: "limit", short: "n", value: "N", least: 1, summary: "show at most so many; 10 when absent" },
      {
        name: "by",
        value: "ORDER",
        choices: ["rule", "relevance"],
        summary: "rule: the profile's own (when absent); relevance: by words and meaning, as for a message",
      },
      EMBEDDER,
    ],
    examples: [
      { line: "knowhow search pull request", summary: "the best ten" },
      { line: "knowhow search --by relevance join documents", summary: "also what says it in other words" },
    ],
    load: async () => search,
  },
  ...MATCHING_COMMANDS,
  {
    name: "catalog",
    summary: "Print what a model is told about the skills, and what it costs",
    detail: "The text comes first, exactly as the model gets it; --quiet leaves out what follows.",
    positionals: [],
    options: [
      {
        name: "budget",
        value: "N",
        least: 0,
        summary: "tokens for the catalogue; 2 % of the window when absent",
      },
      {
        name: "format",
        value: "FORMAT",
        choices: ["lines", "xml", "json"],
        summary: "lines, xml or json; the profile's own when absent",
      },
      { name: "message", value: "TEXT", summary: "also what this message of a person would add" },
      {
        name: "window",
        value: "N",
        least: 1,
        summary: "the model's context window in tokens; 200000 when absent",
      },
      { name: "location", summary: "with the path of each skill, for models that read files themselves" },
      {
        name: "pin",
        value: "NAME",
        many: true,
        summary: "a skill to show in full before any other gets room; may be repeated",
      },
      EMBEDDER,
    ],
    examples: [
      { line: "knowhow catalog --budget 1500", summary: "what fits into 1,500 tokens, and what does not" },
      { line: 'knowhow catalog --message "/pdf report.pdf"', summary: "what a message would load" },
      { line: "knowhow catalog --quiet > prompt.md", summary: "the text alone" },
    ],
    load: async () => (await import("./commands/talking.ts")).catalog,
  },
  {
    name: "read",
    summary: "Print a file of a skill by its skill:// address",
    detail:
      "Only files that the skill lists can be read. A file that is no text is given by --json, in base64.",
    positionals: [{ name: "address", summary: "skill://name for its SKILL.md, or skill://name/path" }],
    options: [{ name: "page", value: "N", least: 1, summary: "page of a long file; the first when absent" }],
    examples: [
      { line: "knowhow read skill://pdf", summary: "the SKILL.md" },
      { line: "knowhow read skill://pdf/references/forms.md", summary: "another file of the skill" },
    ],
    load: async () => (await import("./commands/talking.ts")).read,
  },
  {
    name: "validate",
    summary: "Check skills against the standard",
    detail: "Reads the files themselves, never the index. Ends with exit code 1 when a skill is invalid.",
    positionals: [SKILL_PATHS],
    options: [
      {
        name: "rules",
        value: "NAME",
        choices: RULE_SETS,
        summary: `the rule set: ${RULE_SETS.join(", ")}; the profile's own when absent`,
      },
      FORMAT,
      MAX_WARNINGS,
    ],
    examples: [
      { line: "knowhow validate ./my-skill", summary: "one skill" },
      { line: "knowhow validate skills --format sarif > skills.sarif", summary: "for code scanning" },
    ],
    load: async () => (await import("./commands/checking.ts")).validate,
  },
  {
    name: "lint",
    summary: "Give advice on skills that could be better",
    detail: "Ends with exit code 1 when a finding is an error.",
    positionals: [SKILL_PATHS],
    options: [FORMAT, MAX_WARNINGS],
    examples: [
      { line: "knowhow lint", summary: "every skill that is found here" },
      { line: "knowhow lint skills --max-warnings 0", summary: "a strict check for a pipeline" },
    ],
    load: async () => (await import("./commands/checking.ts")).lint,
  },
  {
    name: "new",
    summary: "Write the beginning of a new skill",
    detail: "Never overwrites. Without --dir the skill goes to .agents/skills of the project.",
    positionals: [{ name: "name", summary: "lower-case letters, digits and single hyphens" }],
    options: [
      {
        name: "dir",
        value: "DIR",
        completes: "directories",
        summary: "the directory of skills to put it in",
      },
      { name: "description", value: "TEXT", summary: "what the skill does and when to use it" },
    ],
    examples: [
      {
        line: 'knowhow new release-notes --description "Writes release notes. Use when a version is tagged."',
        summary: "a skill of this project",
      },
      { line: "knowhow new release-notes --dir ~/.agents/skills", summary: "a skill for all your projects" },
    ],
    load: async () => (await import("./commands/checking.ts")).newSkill,
  },
  {
    name: "simulate",
    summary: "Replay a scripted conversation and show what the model would see",
    detail:
      "Plays in an empty project that the script fills and that is removed afterwards. Ends with exit code 1 when an expectation of the script fails.",
    positionals: [
      {
        name: "script",
        completes: "paths",
        summary: "a file with one JSON object per line; see docs/simulate.md",
      },
    ],
    options: [
      {
        name: "in",
        value: "DIR",
        completes: "directories",
        summary: "play in this project instead, which the script then cannot change",
      },
      EMBEDDER,
    ],
    examples: [
      { line: "knowhow simulate examples/simulate/edits.jsonl", summary: "every turn of a conversation" },
      {
        line: "knowhow simulate talk.jsonl --in . --profile pisces",
        summary: "with the skills of this project",
      },
    ],
    load: async () => (await import("./commands/talking.ts")).simulate,
  },
  {
    name: "approve",
    summary: "Let agents see a skill of an MCP server, exactly as it is listed now",
    positionals: [
      {
        name: "name",
        optional: true,
        summary: "`label:name`; when absent, everything that is offered is shown",
      },
    ],
    options: [
      { name: "grant", summary: "also what its frontmatter asks for, such as tools" },
      { name: "revoke", summary: "take an approval back" },
      { name: "yes", short: "y", summary: "do not ask" },
    ],
    examples: [
      { line: "knowhow approve", summary: "what your MCP servers offer" },
      { line: "knowhow approve acme:pdf", summary: "look at one of their skills and decide" },
    ],
    load: async () => (await import("./commands/approve.ts")).approve,
  },
  MCP_COMMAND,
  {
    name: "completion",
    summary: "Print a completion script for your shell",
    positionals: [
      {
        name: "shell",
        choices: ["bash", "zsh", "fish", "powershell"],
        summary: "bash, zsh, fish or powershell",
      },
    ],
    options: [],
    examples: [
      { line: 'eval "$(knowhow completion bash)"', summary: "in ~/.bashrc" },
      { line: 'eval "$(knowhow completion zsh)"', summary: "in ~/.zshrc, after compinit" },
      { line: "knowhow completion fish | source", summary: "in ~/.config/fish/config.fish" },
      { line: "knowhow completion powershell | Out-String | Invoke-Expression", summary: "in $PROFILE" },
    ],
    load: async () => (await import("./commands/helping.ts")).completion,
  },
  {
    name: "help",
    summary: "Show how a command is used",
    positionals: [
      {
        name: "command",
        optional: true,
        many: true,
        completes: "commands",
        summary: "a command, with its subcommand if it has one",
      },
    ],
    options: [],
    examples: [
      { line: "knowhow help validate", summary: "same as `knowhow validate --help`" },
      { line: "knowhow help mcp install", summary: "help for a subcommand" },
    ],
    load: async () => (await import("./commands/helping.ts")).help,
  },
  {
    name: "__complete",
    summary: "Names of skills that begin with a text, one per line",
    hidden: true,
    positionals: [{ name: "words", optional: true, many: true, summary: "the words typed so far" }],
    options: [],
    examples: [],
    load: async () => (await import("./commands/helping.ts")).complete,
  },
];
