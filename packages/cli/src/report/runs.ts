import type { JsonValue } from "@knowhow/runtime/toolkit";
import type { RunStatus, RunWait, StepError, StepOutcome } from "@knowhow/runtime/workflows";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { toJson } from "../terminal/json.ts";
import { sanitise, sanitiseLines } from "../terminal/sanitise.ts";
import type { Screen, Style } from "../terminal/screen.ts";
import { secondsText } from "../terminal/seconds-text.ts";
import { count } from "../terminal/words.ts";
import { type ResumeLines, reportWait, valueText } from "./run.ts";

/** A run in a list. */
export interface RunRow {
  readonly runId: string;
  readonly skill: string;
  readonly status: RunStatus;
  /** True if it is running and no process executes it. */
  readonly idle: boolean;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** Path of the step that waits. */
  readonly waiting: string | null;
}

const STYLES: Readonly<Record<StepOutcome["status"] | RunStatus, Style>> = {
  running: "name",
  paused: "notice",
  waiting: "notice",
  uncertain: "notice",
  succeeded: "good",
  failed: "bad",
  cancelled: "faint",
  skipped: "faint",
};

const COLUMNS: readonly Column<RunRow>[] = [
  { title: "RUN", cell: ({ runId }) => sanitise(runId), style: () => "name" },
  {
    title: "STATUS",
    cell: (run) => statusText(run),
    style: ({ status, idle }) => (idle ? "notice" : STYLES[status]),
  },
  { title: "STARTED", cell: ({ startedAt }) => startedAt.slice(0, 16).replace("T", " ") },
  {
    title: "SKILL",
    cell: ({ skill, waiting }) => sanitise(waiting === null ? skill : `${skill}, waits at ${waiting}`),
  },
];

/** The stored runs. */
export function reportRuns(runs: readonly RunRow[], screen: Screen): string {
  if (runs.length === 0) return screen.quiet ? "" : "No runs.";
  const table = formatTable(COLUMNS, runs, screen);
  return screen.quiet ? table : `${table}\n\n${screen.paint("faint", count(runs.length, "run"))}`;
}

/** A process that was killed cannot store that its run no longer runs. */
function statusText({ status, idle }: Pick<RunRow, "status" | "idle">): string {
  return idle ? "interrupted" : status;
}

/** Everything about a run. */
export interface RunDetail extends Omit<RunRow, "waiting"> {
  readonly directory: string | null;
  readonly inputs: Readonly<Record<string, JsonValue>>;
  readonly output: JsonValue;
  readonly steps: readonly StepOutcome[];
  readonly waiting: RunWait | null;
  readonly error: StepError | null;
}

/** One run with its steps, and how to continue it. */
export function reportRunDetail(run: RunDetail, resume: ResumeLines, screen: Screen): string {
  const { runId, skill, status, startedAt, endedAt, inputs, output, steps, waiting, error } = run;
  const ended = endedAt === null ? "" : `, ended ${endedAt}`;
  const parts = [
    [
      `${screen.paint("strong", sanitise(skill))}  ${screen.paint(run.idle ? "notice" : STYLES[status], statusText(run))}`,
      `  run      ${runId}`,
      `  started  ${startedAt}${ended}`,
      ...(run.directory === null ? [] : [`  in       ${screen.place(run.directory)}`]),
      `  inputs   ${sanitise(toJson(inputs))}`,
      ...(error === null ? [] : [`  error    ${sanitise(error.message)}`]),
    ].join("\n"),
    steps.flatMap((step) => stepLines(step, "  ", screen)).join("\n"),
    output === null ? "" : sanitiseLines(valueText(output)),
    waiting === null ? "" : `Waits at step ${sanitise(waiting.step)}:\n${reportWait(waiting, screen)}`,
    resume.map(({ line, summary }) => `${screen.paint("faint", `  # ${summary}`)}\n  ${line}`).join("\n"),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function stepLines(step: StepOutcome, indent: string, screen: Screen): readonly string[] {
  const { id, status, attempts, ms, error, items = [], steps = [] } = step;
  const facts = [
    ...(status === "succeeded" || status === "failed" ? [secondsText(ms)] : []),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(items.length === 0 ? [] : [count(items.length, "item")]),
  ].join(", ");
  const why = error === undefined ? "" : `: ${sanitise(error.message)}`;
  return [
    `${indent}${screen.paint(STYLES[status], status)}  ${sanitise(id)}  ${screen.paint("faint", facts)}`.trimEnd() +
      why,
    ...steps.flatMap((inner) => stepLines(inner, `${indent}  `, screen)),
  ];
}
