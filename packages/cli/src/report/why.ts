import type { Decision } from "@knowhow/runtime";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen, Style } from "../terminal/screen.ts";
import { padToWidth, widthOf } from "../terminal/width.ts";
import { wrap } from "../terminal/wrap.ts";

/** Outcomes that hide a skill from the model, and those to pay attention to. */
const STOPS = new Set([
  "skipped",
  "excluded",
  "ineligible",
  "pending",
  "shadowed",
  "hidden",
  "not found",
  "refused",
  "off",
  "block",
]);
const NOTABLE = new Set([
  "read with warnings",
  "name-only",
  "user-only",
  "listed by name",
  "shortened",
  "omitted",
  "not searched",
  "review",
  "incomplete",
]);

/** The decisions about a name: one block per file, one line per decision. */
export function reportWhy(name: string, decisions: readonly Decision[], screen: Screen): string {
  const width = decisions.reduce((most, { outcome }) => Math.max(most, widthOf(outcome)), 0);
  const lines = decisions.map((decision) => decisionLine(decision, width, screen));
  // The first decision about a file is its discovery.
  const spaced = lines.map((line, index) =>
    index > 0 && decisions[index]?.stage === "discovery" ? `\n${line}` : line,
  );
  return [screen.paint("strong", sanitise(name)), ...spaced].join("\n");
}

function decisionLine({ stage, outcome, detail }: Decision, width: number, screen: Screen): string {
  const { mark, style } = lookOf(outcome);
  const word = screen.paint(style, padToWidth(sanitise(outcome), width));
  const head = `  ${screen.paint(style, mark)} ${padToWidth(stage, 11)}  ${word}  `;
  return head + wrap(screen.prose(detail), screen.columns, " ".repeat(width + 19));
}

function lookOf(outcome: string): { mark: string; style: Style } {
  if (STOPS.has(outcome)) return { mark: "✗", style: "bad" };
  if (NOTABLE.has(outcome)) return { mark: "!", style: "notice" };
  return { mark: "✓", style: "good" };
}
