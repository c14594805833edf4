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
    note: "`status` is `succeeded`, `failed`, `paused` or `cancelled`. `output` is null until the run has succeeded. The `status` of a step is `succeeded`, `failed`, `skipped`, `waiting`, `uncertain` or `cancelled`; one that failed also has `error`, with `code` and `message`. `waiting` is present while the run is paused: its `kind` is `approval`, `input` or `time`, `arguments` is what an approval covers, and `schema` and `until` (milliseconds since 1970) are present if the question has them. A run that failed or was cancelled has `error`, with `code`, `message` and possibly `hint`. With `--dry-run`, the document is the plan: `skill`, `steps`, `writes` (paths of the steps that change something) and `skills`. Templates are filled in as far as inputs are known; a step that never runs with these inputs has `skipped`, and a loop whose list is known has `items`, and `moreItems` if it is long.",
  },
  resume: { example: PAUSED, note: "As for `run`." },
  "runs list": {
    example: {
      runs: [
        {
          runId: "0mi2k3j4l-1f2e3d4c5b6a",
          skill: "weekly-review",
          status: "paused",
          idle: false,
          startedAt: "2026-11-16T08:00:00.000Z",
          endedAt: null,
          waiting: "ok",
        },
      ],
    },
    note: "`waiting` is the step that waits, or null. A run that was interrupted is `running`, and `idle` is true: no process executes it.",
  },
  "runs show": {
    example: {
      runId: "0mi2k3j4l-1f2e3d4c5b6a",
      skill: "weekly-review",
      status: "paused",
      idle: false,
      directory: "/home/anna/shop",
      startedAt: "2026-11-16T08:00:00.000Z",
      endedAt: null,
      inputs: { week: "2026-11-16" },
      output: null,
      steps: STEPS,
      waiting: { ...WAITING, digest: "2e41…", key: "ok?2e41…" },
      error: null,
    },
    note: "Steps of loops also have `items`, and steps that consist of steps have `steps`. Secret inputs are not stored, and so not shown.",
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
