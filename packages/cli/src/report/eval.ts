import type { Confusion, Evaluation, SkillEvaluation } from "@knowhow/runtime";
import type { Threshold } from "../evaluation/thresholds.ts";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count, number } from "../terminal/words.ts";

/** What `eval` shows. */
export interface ShownEvaluation extends Evaluation {
  readonly unknown: readonly {
    readonly name: string;
    readonly count: number;
    readonly state: string | null;
    readonly suggestion: string | null;
  }[];
  readonly thresholds: readonly Threshold[];
}

/** More rows are in the JSON. */
const SHOWN = 15;

/** Figures first, then who was taken for whom, the weakest skills, and what was not reached. */
export function reportEvaluation(shown: ShownEvaluation, screen: Screen): string {
  const verdicts = shown.thresholds.map((threshold) => thresholdText(threshold, screen));
  if (screen.quiet) return verdicts.join("\n");
  const { confusions } = shown;
  const weak = [...shown.perSkill].filter(isWeak).sort(byWeakness);
  return [
    `${count(shown.n, "message")} · ${count(shown.positives, "wants", "want")} a skill, ${count(shown.negatives, "wants", "want")} none`,
    figures(shown, screen),
    ...(confusions.length === 0
      ? []
      : [
          listed(
            "Who came instead",
            formatTable(CONFUSIONS, confusions.slice(0, SHOWN), screen),
            confusions.length,
          ),
        ]),
    ...(weak.length === 0
      ? []
      : [listed("The weakest skills", formatTable(SKILLS, weak.slice(0, SHOWN), screen), weak.length)]),
    ...(shown.unknown.length === 0 ? [] : [unknownNames(shown.unknown, screen)]),
    ...(verdicts.length === 0 ? [] : [verdicts.join("\n")]),
  ].join("\n\n");
}

function figures(shown: ShownEvaluation, screen: Screen): string {
  const of = (part: number, whole: number) => `${number(part)} of ${number(whole)}`;
  const { positives, negatives } = shown;
  const first = shown.r1 === null ? 0 : Math.round(shown.r1 * positives);
  const five = shown.r5 === null ? 0 : Math.round(shown.r5 * positives);
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  const rows: readonly (readonly [string, string, string])[] = [
    ["right skill first, R@1", percent(shown.r1), of(first, positives)],
    ["among the first five, R@5", percent(shown.r5), of(five, positives)],
    ["mean reciprocal rank, MRR", shown.mrr === null ? "–" : shown.mrr.toFixed(3), ""],
    ["not loaded", percent(share(shown.missedLoads, positives)), of(shown.missedLoads, positives)],
    [
      "neither loaded nor suggested",
      percent(share(shown.missedSuggestions, positives)),
      of(shown.missedSuggestions, positives),
    ],
    ["a wrong skill loaded", percent(share(shown.wrongLoads, positives)), of(shown.wrongLoads, positives)],
    ["loaded where none is wanted", percent(shown.falseLoad), of(shown.falseLoads, negatives)],
    ["loaded or suggested there", percent(shown.falseSuggest), of(shown.falseSuggestions, negatives)],
  ];
  return rows
    .map(([title, value, counts]) =>
      `  ${title.padEnd(30)}${screen.paint("strong", value.padStart(8))}   ${screen.paint("faint", counts)}`.trimEnd(),
    )
    .join("\n");
}

function listed(title: string, rows: string, all: number): string {
  const more = all > SHOWN ? `\nand ${number(all - SHOWN)} more; --json has them all` : "";
  return `${title}\n${rows}${more}`;
}

function isWeak({ positives, r1, falseSuggestions, falseLoads }: SkillEvaluation): boolean {
  return (positives > 0 && (r1 ?? 0) < 1) || falseSuggestions + falseLoads > 0;
}

/** The most messages that went wrong first. */
function byWeakness(a: SkillEvaluation, b: SkillEvaluation): number {
  const wrong = ({ positives, r1, falseSuggestions }: SkillEvaluation) =>
    positives * (1 - (r1 ?? 0)) + falseSuggestions;
  return wrong(b) - wrong(a) || (a.name < b.name ? -1 : 1);
}

function unknownNames(unknown: ShownEvaluation["unknown"], screen: Screen): string {
  const lines = unknown.slice(0, SHOWN).map((name) => unknownText(name, screen));
  const more = unknown.length - SHOWN;
  return [...lines, ...(more > 0 ? [`and ${count(more, "more name")}; --json has them all`] : [])].join("\n");
}

function unknownText(
  { name, count: times, state, suggestion }: ShownEvaluation["unknown"][number],
  screen: Screen,
): string {
  const why = state === null ? "there is no such skill" : `that skill is ${state}, so no message brings it`;
  const hint = suggestion === null ? "" : `; did you mean "${sanitise(suggestion)}"?`;
  return `${screen.paint("notice", "!")} ${count(times, "message speaks", "messages speak")} of "${sanitise(name)}": ${why}${hint}`;
}

function thresholdText({ option, limit, value, ok }: Threshold, screen: Screen): string {
  const mark = ok ? screen.paint("good", "✓") : screen.paint("bad", "✗");
  return `${mark} --${option} ${percent(limit)}: ${value === null ? "nothing to measure it with" : percent(value)}`;
}

/** Rounded, but never to all or nothing where that is not so: a threshold may lie between. */
function percent(share: number | null): string {
  if (share === null) return "–";
  const rounded = Math.round(share * 1_000) / 10;
  const shown = share > 0 && share < 1 ? Math.min(99.9, Math.max(0.1, rounded)) : rounded;
  return `${shown.toFixed(1)} %`;
}

const CONFUSIONS: readonly Column<Confusion>[] = [
  {
    title: "WANTED",
    cell: ({ expected }) => (expected === null ? "(none)" : sanitise(expected)),
    style: () => "strong",
  },
  { title: "CAME", cell: ({ got }) => (got === null ? "(none)" : sanitise(got)) },
  { title: "TIMES", cell: ({ count: times }) => String(times), align: "right" },
  { title: "FOR EXAMPLE", cell: ({ queries }) => sanitise(queries[0] ?? "") },
];

const SKILLS: readonly Column<SkillEvaluation>[] = [
  { title: "NAME", cell: ({ name }) => sanitise(name), style: () => "strong" },
  { title: "MESSAGES", cell: ({ positives }) => String(positives), align: "right" },
  { title: "R@1", cell: ({ r1 }) => percent(r1), align: "right" },
  { title: "MARGIN", cell: ({ margin }) => (margin === null ? "–" : margin.toFixed(2)), align: "right" },
  { title: "UNWANTED", cell: ({ falseSuggestions }) => String(falseSuggestions), align: "right" },
  {
    title: "STOLEN BY",
    cell: ({ stolenBy }) =>
      sanitise(stolenBy.map(({ name, count: times }) => `${name} (${times})`).join(", ")),
  },
];
