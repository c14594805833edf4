import type { ActionSpec, CommandSpec, GroupSpec, PositionalSpec } from "../table/command.ts";

const ID: PositionalSpec = { name: "id", summary: "id of a proposal, such as `p-1f2e3d4c5b6a`" };

const list: ActionSpec = {
  name: "list",
  summary: "List proposals that wait for your review",
  positionals: [],
  options: [{ name: "all", summary: "also those that were decided" }],
  examples: [{ line: "knowhow review list --all", summary: "every proposal, with its state" }],
  load: async () => (await import("../commands/review/list.ts")).reviewList,
};

const show: ActionSpec = {
  name: "show",
  summary: "Show what a proposal changes, what the checks found, and where it comes from",
  detail:
    "Prints the difference of every file, with its mode. Without an id, goes through the proposals that wait and asks about each; without a terminal, lists them. Characters that cannot be seen are written as `<U+200B>`.",
  positionals: [{ ...ID, optional: true }],
  options: [{ name: "check", summary: "run the checks again; new findings change the hash" }],
  examples: [
    { line: "knowhow review show p-1f2e3d4c5b6a", summary: "review a proposal" },
    { line: "knowhow review show p-1f2e3d4c5b6a --json", summary: "the same as JSON, with its hash" },
  ],
  load: async () => (await import("../commands/review/show.ts")).reviewShow,
};

const apply: ActionSpec = {
  name: "apply",
  summary: "Apply a proposal that you have reviewed",
  detail:
    "Shows the proposal and asks. With `--hash`, it applies exactly the proposal with that hash without asking, and refuses if it changed. The skill is written as a whole or not at all, and its new content is trusted.",
  positionals: [ID],
  options: [{ name: "hash", value: "HASH", summary: "hash of the proposal that you reviewed" }],
  examples: [
    { line: "knowhow review apply p-1f2e3d4c5b6a", summary: "review a proposal and decide" },
    {
      line: "knowhow review apply p-1f2e3d4c5b6a --hash 9b0c…",
      summary: "apply what was reviewed elsewhere",
    },
  ],
  load: async () => (await import("../commands/review/apply.ts")).reviewApply,
};

const reject: ActionSpec = {
  name: "reject",
  summary: "Reject a proposal",
  positionals: [ID],
  options: [{ name: "reason", value: "TEXT", summary: "reason to keep with the decision" }],
  examples: [
    {
      line: 'knowhow review reject p-1f2e3d4c5b6a --reason "too broad"',
      summary: "reject it, with a reason",
    },
  ],
  load: async () => (await import("../commands/review/reject.ts")).reviewReject,
};

const edit: ActionSpec = {
  name: "edit",
  summary: "Change a file of a proposal before you apply it",
  detail: "Opens the file in `$VISUAL` or `$EDITOR`. The proposal is checked again and has a new hash.",
  positionals: [ID, { name: "file", optional: true, summary: "path inside the skill (default SKILL.md)" }],
  options: [
    { name: "from", value: "FILE", completes: "files", summary: "take the text from a file; `-` for stdin" },
  ],
  examples: [
    { line: "knowhow review edit p-1f2e3d4c5b6a", summary: "edit its SKILL.md" },
    { line: "knowhow review edit p-1f2e3d4c5b6a --from draft.md", summary: "replace its SKILL.md" },
  ],
  load: async () => (await import("../commands/review/edit.ts")).reviewEdit,
};

const merge: ActionSpec = {
  name: "merge",
  summary: "Propose what a new skill adds as a change of a similar one instead",
  detail:
    "Adds the paragraphs, lists and files that the existing skill does not have, below the same headings, and leaves its frontmatter as it is. The result is a proposal that you review like any other; the new skill is rejected.",
  positionals: [
    ID,
    {
      name: "skill",
      optional: true,
      completes: "skills",
      summary: "existing skill (default the most similar one)",
    },
  ],
  options: [],
  examples: [
    { line: "knowhow review merge p-1f2e3d4c5b6a", summary: "change the skill that exists already" },
  ],
  load: async () => (await import("../commands/review/merge.ts")).reviewMerge,
};

const rollback: ActionSpec = {
  name: "rollback",
  summary: "Bring back what a skill was before a proposal was applied",
  positionals: [ID],
  options: [],
  examples: [{ line: "knowhow review rollback p-1f2e3d4c5b6a", summary: "undo an applied proposal" }],
  load: async () => (await import("../commands/review/rollback.ts")).reviewRollback,
};

const promote: ActionSpec = {
  name: "promote",
  summary: "Move an agent-written skill to your own skills",
  positionals: [{ name: "name", completes: "skills", summary: "name of the skill" }],
  options: [],
  examples: [
    { line: "knowhow review promote release-notes", summary: "move it to ~/.knowhow/skills/release-notes" },
  ],
  load: async () => (await import("../commands/review/promote.ts")).reviewPromote,
};

/** `knowhow review <id>` is short for `knowhow review show <id>`. */
const review: GroupSpec = {
  name: "review",
  summary: "Review skills and changes that agents propose",
  detail:
    "An agent can only propose a skill. Nothing changes before you apply the proposal. Applied skills are in a folder of their own, never shadow another skill, and can be rolled back. `knowhow review` goes through the proposals that wait and asks; `knowhow review <id>` is short for `knowhow review show <id>`.",
  commands: [list, show, apply, reject, edit, merge, rollback, promote],
  fallback: show,
  examples: [
    { line: "knowhow review", summary: "review the proposals that wait, one after the other" },
    { line: "knowhow review apply p-1f2e3d4c5b6a", summary: "review a proposal and decide" },
  ],
};

/** Commands about skills that agents propose. */
export const REVIEW: readonly CommandSpec[] = [review];
