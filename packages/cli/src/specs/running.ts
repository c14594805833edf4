import type { ActionSpec, CommandSpec, GroupSpec, OptionSpec, PositionalSpec } from "../table/command.ts";
import { INPUT_OPTIONS, PLAN_OPTIONS, TOOL_OPTIONS } from "./run-options.ts";

const DETACH: OptionSpec = {
  name: "detach",
  summary: "only store the run for a worker, and print its id; the worker decides what steps may use",
};

const run: ActionSpec = {
  name: "run",
  summary: "Run the workflow of a skill",
  detail:
    "Prints a line for each step on stderr and the result on stdout. Missing inputs are asked for in a terminal. So are approvals and questions; without a terminal the run pauses, and the command that continues it is printed. Ctrl-C leaves the run resumable. Exits with 0 if the run succeeded, 1 if it failed or was cancelled, or if its steps need something that is missing here, 4 if it was refused, and 5 if it is paused.",
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
    ...PLAN_OPTIONS,
    DETACH,
    { name: "yes", short: "y", summary: "start without asking; steps that need approval still ask" },
    ...TOOL_OPTIONS,
  ],
  examples: [
    { line: "knowhow run weekly-review week=2026-11-16", summary: "run a workflow" },
    { line: "knowhow run weekly-review --inputs inputs.json --json", summary: "from a script" },
    { line: "knowhow run weekly-review week=2026-11-16 --dry-run", summary: "see what it would do" },
    { line: "knowhow run weekly-review week=2026-11-16 --detach", summary: "leave it to `knowhow worker`" },
  ],
  load: async () => (await import("../commands/run.ts")).run,
};

const RUN: PositionalSpec = {
  name: "run",
  completes: "runs",
  summary: "id of a run, as `knowhow runs` shows it",
};
const OPEN_RUN: PositionalSpec = { ...RUN, completes: "open-runs" };

const resume: ActionSpec = {
  name: "resume",
  summary: "Continue runs that were paused or interrupted",
  detail:
    "Uses the skills of the directory that the run was started in, whatever the current one is. Steps that have ended are not executed again. In a terminal, the question that the run waits for is shown and asked. The token makes sure that the answer is for the question that was shown: if it has changed since, the answer is refused with exit code 4. Without --token, the answer is for the question that the run waits for now. Exits like `knowhow run`: with 5 if the run is paused again. Several runs are continued one after the other; an answer for several is only accepted if a write of each was interrupted, and a terminal then asks once for all of them.",
  positionals: [
    { ...OPEN_RUN, name: "runs", many: true, summary: "ids of runs, as `knowhow runs` shows them" },
  ],
  options: [
    { name: "approve", summary: "approve what the run asks for" },
    { name: "deny", summary: "refuse it" },
    { name: "answer", value: "VALUE", summary: "answer of a question; JSON unless it asks for text" },
    { name: "comment", value: "TEXT", summary: "why, for the steps that read the answer" },
    { name: "token", value: "TOKEN", summary: "token of the question, as it was printed" },
    {
      name: "detach",
      summary: "only store the answer, and leave the rest to a worker; a run that is stuck is tried again",
    },
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
    {
      line: "knowhow resume 0mi2k3j4l-1f2e3d4c5b6a 0mi2k3j4m-6a5b4c3d2e1f --answer repeat",
      summary: "repeat the interrupted writes of two runs",
    },
  ],
  load: async () => (await import("../commands/resume.ts")).resume,
};

const chain: ActionSpec = {
  name: "chain",
  summary: "Run skills one after the other",
  detail:
    "Each output feeds the inputs of the next skill that have the same name, and the result is the last output. A skill without steps is a prompt for the model; without a model, its template is filled in. Expressions name a skill by its id: `retrieve_tasks` for retrieve-tasks. Exits like `knowhow run`.",
  positionals: [{ name: "skills", many: true, completes: "skills", summary: "names, separated by commas" }],
  options: [
    ...INPUT_OPTIONS,
    {
      name: "condition",
      value: "SKILL=EXPRESSION",
      many: true,
      summary: "skip this skill unless the expression is true; may be repeated",
    },
    {
      name: "continue-on-error",
      value: "SKILL",
      many: true,
      completes: "skills",
      summary: "go on with the next skill if this one fails; may be repeated",
    },
    ...PLAN_OPTIONS,
    DETACH,
    ...TOOL_OPTIONS,
  ],
  examples: [
    {
      line: "knowhow chain retrieve-tasks,plan-week --input week=2026-11-16",
      summary: "two skills in sequence",
    },
    {
      line: 'knowhow chain retrieve-tasks,plan-week --input week=2026-11-16 --condition "plan-week=retrieve_tasks.open"',
      summary: "plan only if there are open tasks",
    },
  ],
  load: async () => (await import("../commands/chain.ts")).chain,
};

const worker: ActionSpec = {
  name: "worker",
  summary: "Execute stored runs until it is stopped",
  detail:
    "Executes runs that were detached or interrupted, whose time has come, or that were answered by another process, each with the skills of the directory that it was started in. Runs that need something that is missing here are left to other workers. After 5 executions that ended without a result a run is stuck, and is left alone until `knowhow resume` continues it. Several workers can share the runs of a user: each run is executed by one of them. What happens is written to stderr.",
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
  detail:
    "A run is queued until it is first executed. One whose process ended in the middle is interrupted, and a worker tries again; after 5 such executions it is stuck. A run that is waiting needs an answer, a point in time or something that is missing; one that is uncertain needs an answer about an interrupted write. Runs that cannot be read are listed at the end.",
  positionals: [],
  options: [
    { name: "skill", value: "NAME", completes: "skills", summary: "only runs of this skill" },
    {
      name: "status",
      value: "STATUS",
      choices: ["running", "paused", "succeeded", "failed", "cancelled"],
      summary: "only running (or queued, interrupted, stuck), paused, succeeded, failed or cancelled runs",
    },
    {
      name: "phase",
      value: "PHASE",
      choices: ["queued", "running", "interrupted", "stuck", "waiting", "uncertain"],
      summary:
        "only queued, running, interrupted, stuck or waiting runs, or those of which a write was interrupted (uncertain)",
    },
    { name: "limit", short: "n", value: "N", least: 1, summary: "maximum number of runs (default 20)" },
  ],
  examples: [
    { line: "knowhow runs list --phase waiting", summary: "runs that wait for something" },
    { line: "knowhow runs list --phase uncertain --json", summary: "interrupted writes, for a script" },
  ],
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
  detail: "The results of the steps before it are kept. Exits like `knowhow run`.",
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
  summary: "Remove runs that have ended, or that cannot be read",
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
    { name: "damaged", summary: "remove the runs that cannot be read, and no others" },
  ],
  examples: [
    { line: "knowhow runs prune --older-than 7d", summary: "remove runs that ended more than a week ago" },
    { line: "knowhow runs prune --damaged", summary: "remove runs that cannot be read" },
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
