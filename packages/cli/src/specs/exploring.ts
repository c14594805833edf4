import type { ActionSpec, OptionSpec, PositionalSpec } from "../table/command.ts";
import { BUDGET, WINDOW } from "./catalog-options.ts";

const ALL_CLIENTS: OptionSpec = {
  name: "all-clients",
  summary: "include clients that are not installed on this machine",
};
const SKILL_NAME: PositionalSpec = { name: "name", completes: "skills", summary: "name of the skill" };

/** Commands that show which skills there are, and why. */
export const EXPLORING: readonly ActionSpec[] = [
  {
    name: "list",
    summary: "List the skills available here",
    positionals: [
      {
        name: "words",
        many: true,
        optional: true,
        completes: "skills",
        summary: "part of a name, or a pattern such as 'git-*' (default: all skills)",
      },
    ],
    options: [
      { name: "all", short: "a", summary: "include skills that are shadowed by another of the same name" },
      {
        name: "source",
        value: "SOURCE",
        many: true,
        summary: "only skills of this source or level, such as claude-code or user; may be repeated",
      },
    ],
    examples: [
      { line: "knowhow list", summary: "skills that an agent in this directory can use" },
      { line: "knowhow list pdf --source user", summary: "your own skills about PDF files" },
      { line: "knowhow list --root ./skills --json", summary: "skills of one directory, as JSON" },
    ],
    load: async () => (await import("../commands/list.ts")).list,
  },
  {
    name: "show",
    summary: "Show the details of a skill",
    positionals: [SKILL_NAME],
    options: [
      { name: "outline", summary: "include the headings, with the number of tokens per section" },
      ALL_CLIENTS,
    ],
    examples: [{ line: "knowhow show pdf --outline", summary: "see where the tokens of a skill go" }],
    load: async () => (await import("../commands/show.ts")).show,
  },
  {
    name: "graph",
    summary: "Draw the workflow of a skill",
    detail:
      "Shows the steps in order, and whose outputs they use. Exits with 1 if the skill has no workflow.",
    positionals: [SKILL_NAME],
    options: [
      {
        name: "format",
        value: "FORMAT",
        choices: ["text", "mermaid"],
        summary: "output format: text (default), or mermaid for Markdown",
      },
    ],
    examples: [
      { line: "knowhow graph weekly-review", summary: "a drawing in the terminal" },
      { line: "knowhow graph weekly-review --format mermaid", summary: "a Mermaid flowchart for a document" },
    ],
    load: async () => (await import("../commands/graph.ts")).graph,
  },
  {
    name: "why",
    summary: "Explain why a skill is used, hidden or not found",
    detail: "Also knows the names of directories, and files that exist but are not searched for.",
    positionals: [SKILL_NAME],
    options: [BUDGET, WINDOW, ALL_CLIENTS],
    examples: [
      { line: "knowhow why pdf", summary: "every decision, from the file to the catalog" },
      { line: "knowhow why pdf --budget 2000", summary: "the same for a smaller catalog" },
    ],
    load: async () => (await import("../commands/why.ts")).why,
  },
  {
    name: "doctor",
    summary: "Check the setup and all skills, and suggest fixes",
    detail: "Exits with 1 if something is broken.",
    positionals: [],
    options: [BUDGET, ALL_CLIENTS],
    examples: [{ line: "knowhow doctor", summary: "find problems, and what to do about them" }],
    load: async () => (await import("../commands/doctor.ts")).doctor,
  },
];
