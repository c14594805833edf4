import type { ActionSpec, OptionSpec, PositionalSpec } from "../table/command.ts";
import { EMBEDDER } from "./embedder-option.ts";

/** The rule sets by name, written out because the engine is not loaded for parsing; a test compares. */
export const RULE_SETS = ["spec", "skills-ref", "mcp", "claude-upload", "gh-publish", "autopoiesis"] as const;

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

/** Commands for authors of skills. */
export const AUTHORING: readonly ActionSpec[] = [
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
    load: async () => (await import("../commands/validate.ts")).validate,
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
    load: async () => (await import("../commands/lint.ts")).lint,
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
    load: async () => (await import("../commands/new.ts")).newSkill,
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
    load: async () => (await import("../commands/simulate.ts")).simulate,
  },
];
