import type { JsonValue } from "@knowhow/runtime/toolkit";
import type {
  ActionExecutionResult,
  MissingNeed,
  PlannedStep,
  RunPlan,
  RunWait,
} from "@knowhow/runtime/workflows";
import { toJson } from "../terminal/json.ts";
import { revealLines } from "../terminal/reveal.ts";
import { sanitise, sanitiseLines } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count } from "../terminal/words.ts";

/** The commands that continue a paused run. */
export type ResumeLines = readonly { readonly line: string; readonly summary: string }[];

/** The result of a run: its output, why it failed, or what it waits for. */
export function reportRun(result: ActionExecutionResult, resume: ResumeLines, screen: Screen): string {
  const { runId, skill, status, output, waiting, missing } = result;
  if (status === "succeeded") return output === undefined || output === null ? "" : valueText(output);
  if (status === "paused" && waiting !== undefined)
    return [
      `${screen.paint("notice", "‖")} ${sanitise(skill)} is paused at step ${sanitise(waiting.step)}`,
      reportWait(waiting, screen),
      ...(screen.quiet ? [] : [""]),
      ...reportResume(resume, waiting.token, screen),
    ].join("\n");
  if (status === "paused")
    return [
      `${screen.paint("notice", "‖")} ${sanitise(skill)} is paused, because something is missing here`,
      ...missingLines(missing ?? [], screen),
      ...(screen.quiet ? [] : [""]),
      ...reportResume(resume, undefined, screen),
    ].join("\n");
  // A script needs the id, and nothing else.
  if (status === "running") return runId;
  const hint =
    result.error?.hint === undefined
      ? []
      : [`  ${screen.paint("faint", "hint:")} ${sanitise(result.error.hint)}`];
  return [`${screen.paint("bad", "✗")} ${outcomeLine(result)}`, ...hint].join("\n");
}

/** How far a run has come, in a line. */
export function outcomeLine({
  skill,
  status,
  steps,
  waiting,
  missing,
  error,
}: ActionExecutionResult): string {
  const why = error === undefined ? "" : `: ${sanitise(error.message)}`;
  const failed = steps.find((step) => step.error !== undefined && step.status !== "succeeded");
  const words = {
    running: "continues in a worker",
    succeeded: "succeeded",
    cancelled: "was cancelled",
    failed: failed === undefined ? "failed" : `failed at step ${failed.id}`,
    paused:
      waiting === undefined ? `waits for ${needNames(missing ?? [])}` : `is paused at step ${waiting.step}`,
  };
  return sanitise(`${skill} ${words[status]}`) + why;
}

/** What is missing, as in "the tool notes.publish". */
export function needNames(needs: readonly Pick<MissingNeed, "kind" | "name">[]): string {
  return needs.map(({ kind, name }) => (name === kind ? `a ${kind}` : `the ${kind} ${name}`)).join(", ");
}

/** What is missing, and what to do about it. */
export function missingLines(missing: readonly MissingNeed[], screen: Screen): readonly string[] {
  return missing.flatMap(({ message, hint }) => [
    `  ${screen.paint("strong", sanitise(message))}`,
    ...(hint === undefined ? [] : [`    ${screen.paint("faint", "hint:")} ${sanitise(hint)}`]),
  ]);
}

/** The commands that continue a run. A token is long, so it is written once, as a variable for a shell. */
export function reportResume(
  resume: ResumeLines,
  token: string | undefined,
  screen: Screen,
): readonly string[] {
  const shared = resume.some(({ line }) => token !== undefined && line.includes(token)) ? token : undefined;
  return [
    ...(shared === undefined ? [] : [`  TOKEN=${shared}`]),
    ...resume.flatMap(({ line, summary }) => [
      ...(screen.quiet ? [] : [screen.paint("faint", `  # ${summary}`)]),
      `  ${shared === undefined ? line : line.replace(shared, '"$TOKEN"')}`,
    ]),
  ];
}

/** What is asked, and what an approval covers. */
export function reportWait({ prompt, arguments: covered, schema, until }: RunWait, screen: Screen): string {
  const lines = promptLines(prompt).map((line) => `  ${screen.paint("strong", line)}`);
  if (covered !== undefined) lines.push(...argumentLines(covered, screen));
  const choices = schema?.enum;
  if (Array.isArray(choices)) lines.push(`  answer with ${sanitise(choices.join(", "))}`);
  else if (schema !== undefined) lines.push(`  answer with ${sanitise(toJson(schema))}`);
  if (until !== undefined) lines.push(screen.paint("faint", `  until ${new Date(until).toISOString()}`));
  return lines.join("\n");
}

/** A question of several lines has a bar, so that it cannot imitate the lines that follow it. */
function promptLines(prompt: string): readonly string[] {
  const lines = sanitiseLines(prompt).split("\n");
  return lines.length === 1 ? lines : lines.map((line) => `│ ${line}`);
}

/** The steps of a run that is not started. */
export function reportPlan({ skill, steps, writes, missing, notes }: RunPlan, screen: Screen): string {
  const all = flatten(steps);
  const lines = steps.flatMap((step) => treeLines(step, screen));
  if (screen.quiet) return lines.join("\n");
  const unknown = all
    .filter(({ effect, skipped, items }) => effect === "unknown" && !skipped && items === undefined)
    .map(({ path }) => path);
  const changes = writes.length === 0 ? "changes nothing" : `changes something: ${writes.join(", ")}`;
  return [
    `${screen.paint("strong", sanitise(skill))}: ${count(all.filter(({ path }) => !path.includes("[")).length, "step")}, nothing was executed`,
    ...lines,
    "",
    changes,
    ...(unknown.length === 0
      ? []
      : [`may change something, because the tool is unknown here: ${unknown.join(", ")}`]),
    ...(missing.length === 0
      ? []
      : [screen.paint("bad", "cannot be started here:"), ...missingLines(missing, screen)]),
    ...(notes.length === 0
      ? []
      : ["missing for steps that may be skipped or may fail:", ...missingLines(notes, screen)]),
  ].join("\n");
}

/** A step, and below it the items of a loop whose list is known, or the steps inside it. */
function treeLines(step: PlannedStep, screen: Screen): readonly string[] {
  const { path, moreItems = 0 } = step;
  const indent = "  ".repeat(path.split("/").length);
  return [
    ...planLines(step, screen),
    ...innerOf(step).flatMap((inner) => treeLines(inner, screen)),
    ...(moreItems === 0 ? [] : [`${indent}${screen.paint("faint", `… and ${moreItems} more`)}`]),
  ];
}

function planLines(step: PlannedStep, screen: Screen): readonly string[] {
  const { path, kind, name, text, with: given, denied } = step;
  const marks = [
    ...(step.effect === "write" ? [screen.paint("notice", "write")] : []),
    ...(step.asks ? ["asks"] : []),
    ...(step.for === undefined ? [] : [sanitise(`for ${step.for}`)]),
    ...(step.if === undefined ? [] : [sanitise(`if ${step.if}`)]),
    ...(step.skipped ? ["never runs"] : []),
    ...(step.items === undefined ? [] : [count(step.items.length + (step.moreItems ?? 0), "item")]),
  ];
  const indent = "  ".repeat(path.split("/").length);
  const what = sanitise([kind, name ?? text].filter((word) => word !== undefined).join(" "));
  return [
    `${indent}${screen.paint("name", sanitise(path))}  ${what}${marks.length === 0 ? "" : `  [${marks.join(", ")}]`}`,
    ...(given === undefined || step.items !== undefined
      ? []
      : argumentLines(given, screen).map((line) => `${indent}${line}`)),
    ...scriptLines(step, screen).map((line) => `${indent}  ${line}`),
    ...(step.outside.length === 0
      ? []
      : [
          `${indent}  ${screen.paint("notice", "text from outside in:")} ${sanitise(step.outside.join(", "))}`,
        ]),
    ...(denied === undefined ? [] : [`${indent}  ${screen.paint("bad", "denied:")} ${sanitise(denied)}`]),
  ];
}

/** What a script would execute and use. */
function scriptLines({ script }: PlannedStep, screen: Screen): readonly string[] {
  if (script === undefined) return [];
  if ("problem" in script) return [`${screen.paint("bad", "cannot run:")} ${sanitise(script.problem)}`];
  const { command, variables, hosts, folder, packages, missing } = script;
  const rows = [
    ["command", command.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : toJson(word))).join(" ")],
    ["network", hosts.length === 0 ? "none" : hosts.join(", ")],
    ...(variables.length === 0 ? [] : [["variables", variables.join(", ")]]),
    ...(folder === undefined ? [] : [[folder.access === "read" ? "reads" : "may change", folder.path]]),
    ...(packages.length === 0 ? [] : [["packages", packages.join(", ")]]),
    ...missing.map((program) => ["missing", `${program} is not installed`]),
  ];
  return rows.map(([label = "", value = ""]) => `${screen.paint("faint", `${label}:`)} ${sanitise(value)}`);
}

function flatten(steps: readonly PlannedStep[]): readonly PlannedStep[] {
  return steps.flatMap((step) => [step, ...flatten(innerOf(step))]);
}

function innerOf({ items, steps = [] }: PlannedStep): readonly PlannedStep[] {
  return items ?? steps;
}

const MAX_ARGUMENT = 2_000;

/** Every argument as it would be used: a text of several lines keeps them, behind a bar, and nothing in it is invisible. */
function argumentLines(value: JsonValue, screen: Screen): readonly string[] {
  const entries = Object.entries(
    typeof value === "object" && value !== null && !Array.isArray(value) ? value : { "": value },
  );
  return entries.flatMap(([name, each]) => {
    const text = typeof each === "string" ? each : toJson(each);
    const more = text.length - MAX_ARGUMENT;
    const rest = more > 0 ? `… (${count(more, "more character")}, which --json shows)` : "";
    const [first = "", ...others] = revealLines(text.slice(0, MAX_ARGUMENT).replace(/\n$/, "")).split("\n");
    const label = name === "" ? "" : `${screen.paint("name", sanitise(name))}:`;
    if (others.length === 0) return [`  ${label === "" ? "" : `${label} `}${first}${rest}`];
    const block = [first, ...others].map((line) => `    │ ${line}`.trimEnd());
    return [`  ${label}`, ...block, ...(rest === "" ? [] : [`    ${rest}`])];
  });
}

/** A text as it is, anything else as JSON. */
export function valueText(value: JsonValue): string {
  return typeof value === "string" ? sanitiseLines(value).trimEnd() : toJson(value, 2);
}
