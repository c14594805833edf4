import type { ActionSpec, OptionSpec, PositionalSpec } from "../table/command.ts";
import { EMBEDDER } from "./embedder-option.ts";
import { PENDING } from "./pending-option.ts";

/** The rule sets by name, written out because the engine is not loaded for parsing; a test compares. */
export const RULE_SETS = [
  "spec",
  "skills-ref",
  "mcp",
  "claude-upload",
  "gh-publish",
  "autopoiesis",
  "aios",
  "metis",
] as const;

const SKILL_PATHS: PositionalSpec = {
  name: "path",
  optional: true,
  many: true,
  completes: "paths",
  summary:
    "name of a skill, directory of one or several skills, or a SKILL.md (default: all skills that are found)",
};
const FORMAT: OptionSpec = {
  name: "format",
  value: "FORMAT",
  choices: ["text", "json", "sarif"],
  summary: "output format: text (default), json, or sarif for code scanning",
};
const MAX_WARNINGS: OptionSpec = {
  name: "max-warnings",
  value: "N",
  least: 0,
  summary: "exit with 1 if there are more warnings than this",
};

/** Commands for authors of skills. */
export const AUTHORING: readonly ActionSpec[] = [
  {
    name: "validate",
    summary: "Check skills against the standard",
    detail: "Reads the files themselves, never the index cache. Exits with 1 if a skill is invalid.",
    positionals: [SKILL_PATHS],
    options: [
      {
        name: "rules",
        value: "NAME",
        choices: RULE_SETS,
        summary: `rule set: ${RULE_SETS.join(", ")} (default: from the profile)`,
      },
      FORMAT,
      MAX_WARNINGS,
    ],
    examples: [
      { line: "knowhow validate ./my-skill", summary: "one skill" },
      {
        line: "knowhow validate skills --format sarif > skills.sarif",
        summary: "a directory of skills, for code scanning",
      },
    ],
    load: async () => (await import("../commands/validate.ts")).validate,
  },
  {
    name: "lint",
    summary: "Suggest improvements to skills",
    detail: "Exits with 1 if a finding is an error.",
    positionals: [SKILL_PATHS],
    options: [FORMAT, MAX_WARNINGS],
    examples: [
      { line: "knowhow lint", summary: "all skills that are found here" },
      { line: "knowhow lint skills --max-warnings 0", summary: "fail a CI job at the first warning" },
    ],
    load: async () => (await import("../commands/lint.ts")).lint,
  },
  {
    name: "scan",
    summary: "Look for harmful content in skills",
    detail:
      "Reads every file of a skill, whatever its name, and says `safe`, `review`, `incomplete` (some content could not be inspected) or `block`. Exits with 1 for review or incomplete, and with 4 for block. `safe` means that nothing was found, not that there is no risk. The verdicts of skills of the library are stored for `list`, `why` and `doctor`; a scan of anything else stores nothing.",
    positionals: [
      {
        name: "path",
        optional: true,
        many: true,
        completes: "paths",
        summary:
          "name of a skill, directory of one or several skills, or any file (default: the current directory)",
      },
    ],
    options: [
      { name: "all", summary: "all skills that are found" },
      { name: "sarif", summary: "print SARIF, for code scanning" },
    ],
    examples: [
      { line: "knowhow scan ./downloads/pdf-tools", summary: "a skill, before you install it" },
      { line: "knowhow scan --all --json", summary: "every skill that is found, as JSON" },
      {
        line: "knowhow scan skills --sarif > skills.sarif",
        summary: "a directory of skills, for code scanning",
      },
    ],
    load: async () => (await import("../commands/scan.ts")).scan,
  },
  {
    name: "new",
    summary: "Create a skill from a template",
    detail: "Never overwrites a file.",
    positionals: [{ name: "name", summary: "lowercase letters, digits and single hyphens" }],
    options: [
      {
        name: "dir",
        value: "DIR",
        completes: "directories",
        summary: "directory of skills to create it in (default: that of the profile, mostly .agents/skills)",
      },
      { name: "description", value: "TEXT", summary: "what the skill does and when to use it" },
      { name: "workflow", summary: "create a workflow.yaml, too: a skill that is run" },
    ],
    examples: [
      {
        line: 'knowhow new release-notes --description "Writes release notes. Use when a version is tagged."',
        summary: "a skill for this project",
      },
      { line: "knowhow new release-notes --dir ~/.agents/skills", summary: "a skill for all your projects" },
      { line: "knowhow new weekly-review --workflow", summary: "a skill with steps" },
    ],
    load: async () => (await import("../commands/new.ts")).newSkill,
  },
  {
    name: "fmt",
    summary: "Rewrite skills in a portable form",
    detail:
      "With --portable, the steps, inputs and output in the frontmatter of a SKILL.md are moved to workflow.yaml, with their comments. Prints a diff. Exits with 1 if a skill cannot be rewritten or, with --check, if one would change.",
    positionals: [
      {
        name: "skill",
        many: true,
        completes: "skills",
        summary: "name of a skill, or the path of its directory",
      },
    ],
    options: [
      { name: "portable", summary: "move workflows out of the frontmatter" },
      { name: "check", summary: "change nothing" },
    ],
    examples: [
      { line: "knowhow fmt --portable weekly-review", summary: "a skill that every client can read" },
      { line: "knowhow fmt --portable --check ./my-skill", summary: "see what would change" },
    ],
    load: async () => (await import("../commands/fmt.ts")).fmt,
  },
  {
    name: "simulate",
    summary: "Replay a scripted conversation and show what the model would see",
    detail:
      "Runs in a temporary, empty project that the script fills; no model is called, and no workflow or script of a skill is run. Exits with 1 if an expectation of the script fails.",
    positionals: [
      {
        name: "script",
        completes: "paths",
        summary:
          'file with one JSON object per line: {"write": {PATH: TEXT}}, {"user": TEXT}, {"call": TOOL, "args": {…}} or {"expect": {…}}',
      },
    ],
    options: [
      {
        name: "in",
        value: "DIR",
        completes: "directories",
        summary: "run in this project instead; the script cannot change it",
      },
      PENDING,
      EMBEDDER,
    ],
    examples: [
      {
        line: "knowhow simulate examples/simulate/edits.jsonl",
        summary: "show every turn of a conversation",
      },
      {
        line: "knowhow simulate talk.jsonl --in . --profile pisces",
        summary: "use the skills of this project",
      },
    ],
    load: async () => (await import("../commands/simulate.ts")).simulate,
  },
];
