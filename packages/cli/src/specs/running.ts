import { run as runSkill } from "../commands/run.ts";
import type { ActionSpec, CommandSpec, GroupSpec, PositionalSpec } from "../table/command.ts";
import { DRY_RUN, INPUT_OPTIONS, TOOL_OPTIONS } from "./run-options.ts";

const run: ActionSpec = {
  name: "run",
  summary: "Run the workflow of a skill",
  detail:
    "Prints a line for each step on stderr and the result on stdout. Missing inputs are asked for in a terminal. So are approvals and questions; without a terminal the run pauses, and the command that continues it is printed. Ctrl-C leaves the run resumable. Exits with 0 if the run succeeded or paused, 1 if it failed or was cancelled, and 4 if it was refused.",
  positionals: [
    { name: "name", completes: "skills", summary: "name of a skill with steps" },
    {
      name: "words",
      many: true,
      optional: true,
      summary: "inputs in the order in which the skill declares them, or name=value",
    },
  ],
  options: [
    ...INPUT_OPTIONS,
    { name: "variant", value: "NAME", summary: "variant of the output template to use" },
    DRY_RUN,
    { name: "yes", short: "y", summary: "start without asking; steps that need approval still ask" },
    ...TOOL_OPTIONS,
  ],
  examples: [
    { line: "knowhow run weekly-review week=2026-11-16", summary: "run a workflow" },
    { line: "knowhow run weekly-review --inputs inputs.json --json", summary: "from a script" },
    { line: "knowhow run weekly-review week=2026-11-16 --dry-run", summary: "see what it would do" },
  ],
  load: async () => runSkill,
};

const RUN: PositionalSpec = {
  name: "run",
  completes: "runs",
  summary: "id of a run, as `knowhow runs` shows it",
};
const OPEN_RUN: PositionalSpec = { ...RUN, completes: "open-runs" };

const resume: ActionSpec = {
  name: "resume",
  summary: "Continue a run that was paused or interrupted",
  detail:
    "Steps that have ended are not executed again. In a terminal, the question that the run waits for is shown and asked. The token makes sure that the answer is for the question that was shown: if it has changed since, the answer is refused with exit code 4. Without --token, the answer is for the question that the run waits for now.",
  positionals: [OPEN_RUN],
  options: [
    { name: "approve", summary: "approve what the run asks for" },
    { name: "deny", summary: "refuse it" },
    { name: "answer", value: "VALUE", summary: "answer of a question; JSON unless it asks for text" },
    { name: "comment", value: "TEXT", summary: "why, for the steps that read the answer" },
    { name: "token", value: "TOKEN", summary: "token of the question, as it was printed" },
    {
      name: "input",
      short: "i",
      value: "NAME=VALUE",
      many: true,
      summary: "value of a secret input, which is not stored",
    },
    ...TOOL_OPTIONS,
  ],
  examples: [
    { line: "knowhow resume 0mi2k3j4l-1f2e3d4c5b6a", summary: "show what is asked, and answer it" },
    {
      line: "knowhow resume 0mi2k3j4l-1f2e3d4c5b6a --approve --token kh1.WyIwbWky.9f86d0",
      summary: "from a script",
    },
    { line: "knowhow resume 0mi2k3j4l-1f2e3d4c5b6a --answer 42", summary: "answer a question" },
  ],
  load: async () => (await import("../commands/resume.ts")).resume,
};

const chain: ActionSpec = {
  name: "chain",
  summary: "Run skills one after the other",
  detail:
    "Each output feeds the inputs of the next skill that have the same name, and the result is the last output. A skill without steps is a prompt for the model.",
  positionals: [{ name: "skills", many: true, completes: "skills", summary: "names, separated by commas" }],
  options: [...INPUT_OPTIONS, DRY_RUN, ...TOOL_OPTIONS],
  examples: [
    {
      line: "knowhow chain retrieve-tasks,plan-week --input week=2026-11-16",
      summary: "two skills in sequence",
    },
  ],
  load: async () => (await import("../commands/chain.ts")).chain,
};

const worker: ActionSpec = {
  name: "worker",
  summary: "Execute stored runs until it is stopped",
  detail:
    "Executes runs that were interrupted, whose time has come, or that were answered by another process. Several workers can share the runs of a user: each run is executed by one of them.",
  positionals: [],
  options: [
    {
      name: "concurrency",
      short: "c",
      value: "N",
      least: 1,
      summary: "maximum number of runs at the same time (default 1)",
    },
    {
      name: "postgres",
      value: "URL",
      summary:
        "execute the runs of this database, which workers on several machines share; KNOWHOW_RUNS_URL is the same for all commands, and hides a password",
    },
    ...TOOL_OPTIONS,
  ],
  examples: [
    { line: "knowhow worker --concurrency 4", summary: "four runs at the same time, until Ctrl-C" },
    { line: "knowhow worker --postgres postgres://db.example/knowhow", summary: "one of several machines" },
  ],
  load: async () => (await import("../commands/worker.ts")).worker,
};

const list: ActionSpec = {
  name: "list",
  summary: "List runs, newest first",
  positionals: [],
  options: [
    { name: "skill", value: "NAME", completes: "skills", summary: "only runs of this skill" },
    {
      name: "status",
      value: "STATUS",
      choices: ["running", "paused", "succeeded", "failed", "cancelled"],
      summary: "only running (or interrupted), paused, succeeded, failed or cancelled runs",
    },
    { name: "limit", short: "n", value: "N", least: 1, summary: "maximum number of runs (default 20)" },
  ],
  examples: [{ line: "knowhow runs list --status paused", summary: "runs that wait for an answer" }],
  load: async () => (await import("../commands/runs/list.ts")).runsList,
};

const show: ActionSpec = {
  name: "show",
  summary: "Show the steps of a run, its result, and what it waits for",
  positionals: [RUN],
  options: [],
  examples: [{ line: "knowhow runs show 0mi2k3j4l-1f2e3d4c5b6a", summary: "everything about a run" }],
  load: async () => (await import("../commands/runs/show.ts")).runsShow,
};

const cancel: ActionSpec = {
  name: "cancel",
  summary: "End a run, also while another process executes it",
  positionals: [OPEN_RUN],
  options: [{ name: "reason", value: "TEXT", summary: "reason to keep with the run" }],
  examples: [{ line: "knowhow runs cancel 0mi2k3j4l-1f2e3d4c5b6a", summary: "end a run" }],
  load: async () => (await import("../commands/runs/cancel.ts")).runsCancel,
};

const fork: ActionSpec = {
  name: "fork",
  summary: "Start a copy of a run at one of its steps",
  detail: "The results of the steps before it are kept.",
  positionals: [RUN],
  options: [
    { name: "from", value: "STEP", summary: "id of the first step that is executed again" },
    {
      name: "input",
      short: "i",
      value: "NAME=VALUE",
      many: true,
      summary: "value of a secret input, which is not stored",
    },
    ...TOOL_OPTIONS,
  ],
  examples: [
    {
      line: "knowhow runs fork 0mi2k3j4l-1f2e3d4c5b6a --from note",
      summary: "repeat the step note and all after it",
    },
  ],
  load: async () => (await import("../commands/runs/fork.ts")).runsFork,
};

const prune: ActionSpec = {
  name: "prune",
  summary: "Remove runs that have ended",
  positionals: [],
  options: [
    {
      name: "older-than",
      value: "DURATION",
      summary:
        "only runs that ended longer ago than this, such as 12h; 0 for all that have ended (default 30d)",
    },
    {
      name: "status",
      value: "STATUS",
      choices: ["succeeded", "failed", "cancelled"],
      summary: "only runs with this status",
    },
  ],
  examples: [
    { line: "knowhow runs prune --older-than 7d", summary: "remove runs that ended more than a week ago" },
  ],
  load: async () => (await import("../commands/runs/prune.ts")).runsPrune,
};

const save: ActionSpec = {
  name: "save",
  summary: "Propose a skill that repeats a run that succeeded",
  detail:
    "The skill has the steps of the run, and its inputs as defaults. It is a proposal: `knowhow review apply` writes the skill.",
  positionals: [RUN, { name: "name", summary: "name of the new skill" }],
  options: [
    { name: "description", value: "TEXT", summary: "what the skill does and when to use it; required" },
  ],
  examples: [
    {
      line: 'knowhow runs save 0mi2k3j4l-1f2e3d4c5b6a weekly-report --description "Writes the weekly report. Use on Fridays."',
      summary: "save a run as a skill",
    },
  ],
  load: async () => (await import("../commands/runs/save.ts")).runsSave,
};

const runs: GroupSpec = {
  name: "runs",
  summary: "List, show, cancel, repeat, save and remove runs",
  detail: "Without a subcommand, `knowhow runs` is the same as `knowhow runs list`.",
  commands: [list, show, cancel, fork, save, prune],
  fallback: list,
  examples: [
    { line: "knowhow runs", summary: "the newest runs" },
    { line: "knowhow runs show 0mi2k3j4l-1f2e3d4c5b6a", summary: "everything about one of them" },
  ],
};

/** Commands that run workflows. */
export const RUNNING: readonly CommandSpec[] = [run, resume, runs, chain, worker];
