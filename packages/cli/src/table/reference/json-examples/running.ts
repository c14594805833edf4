import type { JsonExample } from "./json-example.ts";
import { REVIEW_ANSWER } from "./review.ts";

const STEPS = [
  { id: "tasks", status: "succeeded", attempts: 1, ms: 412 },
  { id: "ok", status: "waiting", attempts: 1, ms: 0 },
];

const WAITING = {
  step: "ok",
  prompt: "Create the note with 3 items?",
  token: "kh1.WyIwbWkya…",
  kind: "approval",
  arguments: { title: "Week 47" },
};

const PAUSED = {
  runId: "0mi2k3j4l-1f2e3d4c5b6a",
  status: "paused",
  output: null,
  steps: STEPS,
  waiting: {
    ...WAITING,
    resume: [
      "knowhow resume 0mi2k3j4l-1f2e3d4c5b6a --approve --token kh1.WyIwbWkya…",
      "knowhow resume 0mi2k3j4l-1f2e3d4c5b6a --deny --token kh1.WyIwbWkya…",
    ],
  },
};

/** The JSON of the commands in `specs/running.ts`. */
export const RUNNING_JSON: Readonly<Record<string, JsonExample>> = {
  run: {
    example: PAUSED,
    note: "`status` is `succeeded`, `failed`, `paused` or `cancelled`, and `running` with `--detach`. `output` is null until the run has succeeded. The `status` of a step is `succeeded`, `failed`, `skipped`, `waiting`, `uncertain` or `cancelled`; one that failed also has `error`, with `code` and `message`. `waiting` is present while the run is paused: its `kind` is `approval`, `input` or `time`, `arguments` is what an approval covers, and `schema` and `until` (milliseconds since 1970) are present if the question has them. A run that is paused because something is missing has `missing` instead, a list with `kind` (`tool`, `model`, `skill`, `script`, `secret`, `program`), `name`, `message` and possibly `hint`. A run that failed or was cancelled has `error`, with `code`, `message` and possibly `hint`. With `--dry-run`, the document is the plan: `skill`, `steps`, `writes` (paths of the steps that change something), `skills`, `missing` (the run cannot be started here, and the exit code is 1) and `notes` (missing for steps that may be skipped or may fail). Templates are filled in as far as inputs are known; a step that never runs with these inputs has `skipped`, and a loop whose list is known has `items`, and `moreItems` if it is long.",
  },
  resume: {
    example: PAUSED,
    note: 'As for `run`. With several runs, the document is `{ "runs": [ … ] }`; a run that could not be continued has only `runId` and `error`.',
  },
  "runs list": {
    example: {
      runs: [
        {
          runId: "0mi2k3j4l-1f2e3d4c5b6a",
          skill: "weekly-review",
          status: "paused",
          phase: "waiting",
          idle: false,
          application: "knowhow",
          executions: 0,
          startedAt: "2026-11-16T08:00:00.000Z",
          endedAt: null,
          missing: [],
          waiting: "ok",
        },
      ],
      damaged: [{ runId: "0mi2k3j4k-5b6a1f2e3d4c", message: "the journal cannot be read: …" }],
    },
    note: "`waiting` is the step that waits, or null. `phase` is `queued`, `running`, `interrupted`, `stuck`, `waiting`, `uncertain` or, of a run that has ended, its status; `idle` is true for the phases `queued`, `interrupted` and `stuck`. `executions` is the number of executions since the last result that ended without one, `missing` what a paused run waits for, as for `run`. `damaged` lists runs that cannot be read; it is empty if runs are filtered.",
  },
  "runs show": {
    example: {
      runId: "0mi2k3j4l-1f2e3d4c5b6a",
      skill: "weekly-review",
      status: "paused",
      phase: "waiting",
      idle: false,
      application: "knowhow",
      executions: 0,
      startedAt: "2026-11-16T08:00:00.000Z",
      endedAt: null,
      missing: [],
      directory: "/home/anna/shop",
      inputs: { week: "2026-11-16" },
      output: null,
      steps: STEPS,
      waiting: { ...WAITING, digest: "2e41…", key: "ok?2e41…" },
      error: null,
    },
    note: "`phase`, `executions` and `missing` are those of `runs list`. Steps of loops also have `items`, and steps that consist of steps have `steps`. Secret inputs are not stored, and so not shown.",
  },
  "runs cancel": {
    example: { runId: "0mi2k3j4l-1f2e3d4c5b6a", status: "cancelled" },
    note: "`status` is `running` if the process that executes the run has not stopped yet.",
  },
  "runs fork": { example: PAUSED, note: "As for `run`; `runId` is the id of the copy." },
  "runs save": {
    example: {
      ...REVIEW_ANSWER,
      action: "proposed",
      proposal: {
        ...REVIEW_ANSWER.proposal,
        source: { by: "user", outside: [], run: "0mi2k3j4l-1f2e3d4c5b6a" },
      },
    },
    note: "As for `review show`; `source.run` is the id of the run.",
  },
  "runs prune": { example: { removed: 3 } },
  chain: { example: PAUSED, note: "As for `run`." },
  worker: {
    example: { succeeded: 4, failed: 0, cancelled: 0, paused: 1 },
    note: "How many runs ended and paused until the worker was stopped.",
  },
};
