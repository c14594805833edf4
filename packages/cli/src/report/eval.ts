import type { MatchingMode } from "@knowhow/runtime";
import type { Confusion, Evaluation, SkillEvaluation } from "@knowhow/runtime/authoring";
import type { Threshold } from "../evaluation/thresholds.ts";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count, number } from "../terminal/words.ts";

/** What `eval` shows. */
export interface ShownEvaluation extends Evaluation {
  /** The mode whose decisions were evaluated. */
  readonly mode: MatchingMode;
  readonly unknown: readonly {
    readonly name: string;
    readonly count: number;
    readonly state: string | null;
    readonly suggestion: string | null;
  }[];
  readonly thresholds: readonly Threshold[];
}

/** Number of rows per table; --json has all of them. */
const SHOWN = 15;

/** The figures, then confusions, the weakest skills, unknown names, and the thresholds. */
export function reportEvaluation(shown: ShownEvaluation, screen: Screen): string {
  const verdicts = shown.thresholds.map((threshold) => thresholdText(threshold, screen));
  if (screen.quiet) return verdicts.join("\n");
  const weak = [...shown.perSkill].filter(isWeak).sort(byWeakness);
  const parts = [
    figures(shown, screen),
    listed("Confusions", CONFUSIONS, shown.confusions, screen),
    listed("Weakest skills", SKILLS, weak, screen),
    unknownNames(shown.unknown, screen),
    verdicts.join("\n"),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

type Figure = readonly [title: string, value: string, counts: string];

function figures(shown: ShownEvaluation, screen: Screen): string {
  const { positives, negatives, nearMisses } = shown;
  const share = (title: string, part: number, whole: number): Figure => [
    title,
    percent(whole === 0 ? null : part / whole),
    `${number(part)} of ${number(whole)}`,
  ];
  const ranked = (rate: number | null) => (rate === null ? 0 : Math.round(rate * positives));
  return [
    `${count(positives, "message")} that should match a skill (mode ${shown.mode})`,
    ...figureLines(
      [
        share("expected skill first (R@1)", ranked(shown.r1), positives),
        share("in the first five (R@5)", ranked(shown.r5), positives),
        ["mean reciprocal rank (MRR)", shown.mrr === null ? "–" : shown.mrr.toFixed(3), ""],
        share("not loaded", shown.missedLoads, positives),
        share("neither loaded nor suggested", shown.missedSuggestions, positives),
        share("another skill loaded", shown.wrongLoads, positives),
      ],
      screen,
    ),
    `${count(negatives, "message")} that should match none`,
    ...figureLines(
      [
        share("a skill loaded", shown.falseLoads, negatives),
        share("a skill loaded or suggested", shown.falseSuggestions, negatives),
      ],
      screen,
    ),
    ...(nearMisses === 0 ? [] : [`${count(nearMisses, "near miss", "near misses")} among them`]),
    ...(nearMisses === 0
      ? []
      : figureLines(
          [
            share("their skill loaded", shown.nearMissLoads, nearMisses),
            share("their skill given", shown.nearMissSuggestions, nearMisses),
          ],
          screen,
        )),
  ].join("\n");
}

function figureLines(rows: readonly Figure[], screen: Screen): readonly string[] {
  return rows.map(([title, value, counts]) =>
    `  ${title.padEnd(30)}${screen.paint("strong", value.padStart(8))}   ${screen.paint("faint", counts)}`.trimEnd(),
  );
}

function listed<Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  screen: Screen,
): string {
  if (rows.length === 0) return "";
  const more = rows.length - SHOWN;
  const rest = more > 0 ? [`… and ${number(more)} more; --json lists all`] : [];
  return [title, formatTable(columns, rows.slice(0, SHOWN), screen), ...rest].join("\n");
}

function isWeak({ positives, r1, falseSuggestions, falseLoads }: SkillEvaluation): boolean {
  return (positives > 0 && (r1 ?? 0) < 1) || falseSuggestions + falseLoads > 0;
}

/** Skills with the most wrong messages first. */
function byWeakness(a: SkillEvaluation, b: SkillEvaluation): number {
  const wrong = ({ positives, r1, falseSuggestions }: SkillEvaluation) =>
    positives * (1 - (r1 ?? 0)) + falseSuggestions;
  return wrong(b) - wrong(a) || (a.name < b.name ? -1 : 1);
}

function unknownNames(unknown: ShownEvaluation["unknown"], screen: Screen): string {
  const lines = unknown.slice(0, SHOWN).map((name) => unknownText(name, screen));
  const more = unknown.length - SHOWN;
  return [...lines, ...(more > 0 ? [`… and ${count(more, "more name")}; --json lists all`] : [])].join("\n");
}

function unknownText(
  { name, count: times, state, suggestion }: ShownEvaluation["unknown"][number],
  screen: Screen,
): string {
  const why =
    state === null
      ? "no such skill"
      : `the skill is ${state}, so it never matches${state === "pending" ? " (--pending includes it)" : ""}`;
  const hint = suggestion === null ? "" : `; did you mean "${sanitise(suggestion)}"?`;
  return `${screen.paint("notice", "!")} ${count(times, "message names", "messages name")} "${sanitise(name)}": ${why}${hint}`;
}

function thresholdText({ option, limit, value, ok }: Threshold, screen: Screen): string {
  const mark = ok ? screen.paint("good", "✓") : screen.paint("bad", "✗");
  return `${mark} --${option} ${percent(limit)}: ${value === null ? "no messages to measure it" : `got ${percent(value)}`}`;
}

/** Rounded, but to 0 or 100 % only if exact, because a threshold may be in between. */
function percent(share: number | null): string {
  if (share === null) return "–";
  const rounded = Math.round(share * 1_000) / 10;
  const shown = share > 0 && share < 1 ? Math.min(99.9, Math.max(0.1, rounded)) : rounded;
  return `${shown.toFixed(1)} %`;
}

const CONFUSIONS: readonly Column<Confusion>[] = [
  {
    title: "EXPECTED",
    cell: ({ expected }) => (expected === null ? "(none)" : sanitise(expected)),
    style: () => "strong",
  },
  { title: "GOT", cell: ({ got }) => (got === null ? "(none)" : sanitise(got)) },
  { title: "COUNT", cell: ({ count: times }) => String(times), align: "right" },
  { title: "EXAMPLE", cell: ({ queries }) => sanitise(queries[0] ?? "") },
];

const SKILLS: readonly Column<SkillEvaluation>[] = [
  { title: "NAME", cell: ({ name }) => sanitise(name), style: () => "strong" },
  { title: "MESSAGES", cell: ({ positives }) => String(positives), align: "right" },
  { title: "R@1", cell: ({ r1 }) => percent(r1), align: "right" },
  { title: "MARGIN", cell: ({ margin }) => (margin === null ? "–" : margin.toFixed(2)), align: "right" },
  { title: "UNWANTED", cell: ({ falseSuggestions }) => String(falseSuggestions), align: "right" },
  {
    title: "LOST TO",
    cell: ({ stolenBy }) =>
      sanitise(stolenBy.map(({ name, count: times }) => `${name} (${times})`).join(", ")),
  },
];
