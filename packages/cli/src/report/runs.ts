import type { JsonValue } from "@knowhow/runtime/toolkit";
import type {
  MissingNeed,
  RunPhase,
  RunStatus,
  RunWait,
  StepError,
  StepOutcome,
} from "@knowhow/runtime/workflows";
import { APPLICATION } from "../runtime/open-runtime.ts";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { toJson } from "../terminal/json.ts";
import { sanitise, sanitiseLines } from "../terminal/sanitise.ts";
import type { Screen, Style } from "../terminal/screen.ts";
import { secondsText } from "../terminal/seconds-text.ts";
import { count } from "../terminal/words.ts";
import { missingLines, needNames, type ResumeLines, reportResume, reportWait, valueText } from "./run.ts";

/** A run in a list. */
export interface RunRow {
  readonly runId: string;
  readonly skill: string;
  readonly status: RunStatus;
  readonly phase: RunPhase;
  /** True if no process executes it, and it waits for nothing. */
  readonly idle: boolean;
  readonly application: string;
  /** Executions since the last result that ended without one, the current one included. */
  readonly executions: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** What a paused run waits for, besides answers. */
  readonly missing: readonly MissingNeed[];
  /** Path of the step that waits. */
  readonly waiting: string | null;
}

/** A run that cannot be read. */
interface DamagedRow {
  readonly runId: string;
  readonly message: string;
}

const STYLES: Readonly<Record<StepOutcome["status"] | RunPhase, Style>> = {
  running: "name",
  queued: "notice",
  interrupted: "notice",
  stuck: "bad",
  waiting: "notice",
  uncertain: "notice",
  succeeded: "good",
  failed: "bad",
  cancelled: "faint",
  skipped: "faint",
};

const COLUMNS: readonly Column<RunRow>[] = [
  { title: "RUN", cell: ({ runId }) => sanitise(runId), style: () => "name" },
  { title: "PHASE", cell: ({ phase }) => phase, style: ({ phase }) => STYLES[phase] },
  { title: "STARTED", cell: ({ startedAt }) => startedAt.slice(0, 16).replace("T", " ") },
  {
    title: "SKILL",
    cell: (run) => sanitise(`${run.skill}${ownerText(run)}${waitText(run)}`),
  },
];

/** A database can have the runs of several applications. */
function ownerText({ application }: RunRow): string {
  return application === APPLICATION ? "" : ` of ${application}`;
}

function waitText({ waiting, missing }: RunRow): string {
  if (missing.length > 0) return `, waits for ${needNames(missing)}`;
  return waiting === null ? "" : `, waits at ${waiting}`;
}

/** The stored runs, and those that cannot be read. */
export function reportRuns(runs: readonly RunRow[], damaged: readonly DamagedRow[], screen: Screen): string {
  const table = runs.length === 0 ? "" : formatTable(COLUMNS, runs, screen);
  const number = screen.paint("faint", count(runs.length, "run"));
  const broken = damaged.map(
    ({ runId, message }) => `${sanitise(runId)}  ${screen.paint("bad", "damaged")}  ${screen.prose(message)}`,
  );
  if (screen.quiet) return [table, ...broken].filter((part) => part !== "").join("\n");
  const hint =
    "These cannot be read. `knowhow runs prune --damaged` removes them, except runs of a newer version of knowhow.";
  return [
    ...(runs.length === 0 ? ["No runs."] : [table, number]),
    ...(broken.length === 0 ? [] : [[...broken, screen.paint("faint", hint)].join("\n")]),
  ].join("\n\n");
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

/** One run with its steps, and how to continue it; `isLost` if the directory that it needs no longer exists. */
export function reportRunDetail(
  run: RunDetail,
  { resume, isLost }: { readonly resume: ResumeLines; readonly isLost: boolean },
  screen: Screen,
): string {
  const { runId, skill, phase, startedAt, endedAt, inputs, output, steps, waiting, missing, error } = run;
  const ended = endedAt === null ? "" : `, ended ${endedAt}`;
  const parts = [
    [
      `${screen.paint("strong", sanitise(skill))}  ${screen.paint(STYLES[phase], phase)}`,
      `  run      ${runId}`,
      `  app      ${sanitise(run.application)}`,
      `  started  ${startedAt}${ended}`,
      ...(run.directory === null
        ? []
        : [`  in       ${screen.place(run.directory)}${isLost ? ", which no longer exists" : ""}`]),
      `  inputs   ${sanitise(toJson(inputs))}`,
      ...(error === null ? [] : [`  error    ${sanitise(error.message)}`]),
    ].join("\n"),
    steps.flatMap((step) => stepLines(step, "  ", screen)).join("\n"),
    output === null ? "" : sanitiseLines(valueText(output)),
    waiting === null ? "" : `Waits at step ${sanitise(waiting.step)}:\n${reportWait(waiting, screen)}`,
    missing.length === 0 ? "" : `Waits for what is missing:\n${missingLines(missing, screen).join("\n")}`,
    isLost ? "Waits for its directory: create it again, or cancel the run." : "",
    idleText(run),
    reportResume(resume, waiting?.token, screen).join("\n"),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function idleText({ phase, executions }: RunDetail): string {
  const ended = `${count(executions, "execution")} ended without a result`;
  if (phase === "stuck") return `${ended}, so that workers leave it alone.`;
  return phase === "interrupted" ? `${ended}; a worker tries again.` : "";
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
