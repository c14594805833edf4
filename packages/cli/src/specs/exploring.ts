import { list } from "../commands/list.ts";
import type { ActionSpec, PositionalSpec } from "../table/command.ts";

const SKILL_NAME: PositionalSpec = { name: "name", completes: "skills", summary: "the name of a skill" };

/** Commands that show what skills there are, and why. */
export const EXPLORING: readonly ActionSpec[] = [
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
    load: async () => (await import("../commands/show.ts")).show,
  },
  {
    name: "why",
    summary: "Tell why a skill is used, hidden or not found",
    positionals: [SKILL_NAME],
    options: [],
    examples: [{ line: "knowhow why pdf", summary: "every decision, from the file to the catalogue" }],
    load: async () => (await import("../commands/why.ts")).why,
  },
  {
    name: "doctor",
    summary: "Check this machine and everything that was found on it",
    positionals: [],
    options: [],
    examples: [{ line: "knowhow doctor", summary: "what is wrong, and what to do next" }],
    load: async () => (await import("../commands/doctor.ts")).doctor,
  },
];
