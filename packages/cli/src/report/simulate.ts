import type { Injection } from "@knowhow/runtime";
import type { PlayedLine, PlayedTurn } from "@knowhow/runtime/authoring";
import { sanitise, sanitiseLines } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count } from "../terminal/words.ts";

/** One block per line of the script, then the expectations that failed; with --quiet only those. */
export function reportSimulation(steps: readonly PlayedLine[], place: string, screen: Screen): string {
  const failures = steps.flatMap((step) =>
    step.step === "expect" ? step.failures.map((text) => ({ line: step.line, text })) : [],
  );
  const failed = failures.map(
    ({ line, text }) => `${screen.paint("bad", "✗")} ${sanitise(place)}:${line}: ${sanitise(text)}`,
  );
  if (screen.quiet) return failed.join("\n");
  const baselines = changesOf(steps);
  const blocks = steps.map((step) =>
    [headOf(step, screen), ...bodyOf(step, baselines.get(step), screen)].join("\n"),
  );
  const expectations = steps.filter((step) => step.step === "expect").length;
  const verdict =
    failures.length > 0
      ? screen.paint("bad", `${count(failures.length, "expectation")} failed`)
      : screen.paint(
          "good",
          expectations === 0 ? "no expectations" : `${count(expectations, "expectation")} met`,
        );
  return [...blocks, "", ...failed, `${count(steps.length, "line")} · ${verdict}`].join("\n");
}

function headOf(step: PlayedLine, screen: Screen): string {
  const head = `${String(step.line).padStart(4)}  ${screen.paint("strong", step.step)}`;
  const about = aboutOf(step);
  return about === "" ? head : `${head}  ${sanitise(about)}`;
}

function aboutOf(step: PlayedLine): string {
  switch (step.step) {
    case "user":
    case "assistant":
      return step.text;
    case "call":
      return `${step.tool} ${JSON.stringify(step.args)}`;
    case "guard":
      return step.tool;
    case "write":
    case "remove":
      return step.paths.join(", ");
    case "reload":
      return `${count(step.skills, "skill")}, ${step.changed ? "changed" : "nothing changed"}`;
    case "release":
      return step.wasActive ? step.name : `${step.name} (was not active)`;
    case "session":
    case "fork":
      return step.skills === null ? "" : `only ${step.skills.join(", ") || "no skill"}`;
    case "expect":
      return step.ok ? "✓" : "✗";
    case "compact":
    case "join":
      return "";
  }
}

function bodyOf(step: PlayedLine, baseline: string | undefined, screen: Screen): readonly string[] {
  switch (step.step) {
    case "user":
      return turnLines(step, baseline ?? "", screen);
    case "call":
      return textLines(step.isError ? "error" : "result", step.text, screen);
    case "guard": {
      const rule = step.rule === null ? "" : ` [${step.rule}]`;
      return [fact("verdict", sanitise(`${step.verdict}: ${step.reason}${rule}`), screen)];
    }
    case "compact":
      return step.inject.length === 0
        ? [fact("inject", "nothing", screen)]
        : step.inject.flatMap((injection) => injectionLines(injection, screen));
    case "expect":
      return step.failures.map((text) => fact("failed", sanitise(text), screen));
    default:
      return [];
  }
}

function turnLines(turn: PlayedTurn, baseline: string, screen: Screen): readonly string[] {
  const { report, activeTools, tools } = turn;
  return [
    ...(turn.baseline === null
      ? [fact("baseline", `unchanged, ${count(turn.baselineTokens, "token")}`, screen)]
      : textLines(`baseline, ${count(turn.baselineTokens, "token")}`, baseline, screen)),
    ...(turn.delta === null ? [] : textLines("delta", turn.delta, screen)),
    ...turn.inject.flatMap((injection) => injectionLines(injection, screen)),
    fact("tools", tools.join(" ") || "none", screen),
    ...(activeTools === null ? [] : [fact("active tools", sanitise(activeTools.join(" ")), screen)]),
    ...(report.active.length === 0 ? [] : [fact("active", sanitise(report.active.join(", ")), screen)]),
    ...(report.pending.length === 0 ? [] : [fact("pending", sanitise(report.pending.join(", ")), screen)]),
    ...(report.refused.length === 0 ? [] : [fact("refused", sanitise(report.refused.join(", ")), screen)]),
    ...(report.newerLibrary ? [fact("note", "a newer library is available", screen)] : []),
    ...report.notes.map((note) => fact("note", sanitise(note), screen)),
  ];
}

function injectionLines({ kind, skill, tokens, reason, text }: Injection, screen: Screen): readonly string[] {
  const name = skill === undefined ? kind : `${kind} ${skill}`;
  return textLines(`inject ${name}, ${count(tokens, "token")}: ${reason}`, text, screen);
}

function fact(title: string, value: string, screen: Screen): string {
  return `      ${screen.paint("name", title)}  ${value}`;
}

function textLines(title: string, text: string, screen: Screen): readonly string[] {
  const head = `      ${screen.paint("name", sanitise(title))}`;
  if (text === "") return [`${head}  nothing`];
  const bar = screen.paint("faint", "│");
  return [
    head,
    ...sanitiseLines(text)
      .split("\n")
      .map((line) => `      ${bar} ${line}`.trimEnd()),
  ];
}

/** The baseline of each turn that has a new one: in full the first time, then as added and removed lines. */
function changesOf(steps: readonly PlayedLine[]): ReadonlyMap<PlayedLine, string> {
  const changes = new Map<PlayedLine, string>();
  const before: (string | undefined)[] = [undefined];
  for (const step of steps) {
    if (step.step === "session") before.splice(0, before.length, undefined);
    if (step.step === "fork") before.push(undefined);
    if (step.step === "join") before.pop();
    if (step.step !== "user" || step.baseline === null) continue;
    const last = before.at(-1);
    changes.set(step, last === undefined ? step.baseline : lineChanges(last, step.baseline));
    before[before.length - 1] = step.baseline;
  }
  return changes;
}

function lineChanges(before: string, after: string): string {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  const [known, kept] = [new Set(old), new Set(fresh)];
  return [
    ...old.filter((line) => !kept.has(line)).map((line) => `- ${line}`),
    ...fresh.filter((line) => !known.has(line)).map((line) => `+ ${line}`),
  ].join("\n");
}
