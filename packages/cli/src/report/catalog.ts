import { type CatalogCost, estimateTokens, type Injection } from "@knowhow/runtime";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count, number } from "../terminal/words.ts";
import { wrap } from "../terminal/wrap.ts";

/** What `catalog` shows. */
export interface ShownCatalog {
  readonly text: string;
  /** The text of the AGENTS.md files that apply; empty if the profile does not use them. */
  readonly context: string;
  readonly tokens: number;
  readonly budget: number;
  readonly report: {
    readonly total: number;
    readonly full: number;
    readonly shortened: number;
    readonly nameOnly: number;
    readonly omitted: readonly string[];
  };
  readonly inject: readonly Injection[];
  readonly costs: readonly CatalogCost[];
  /** Names of pending skills, which are not listed. */
  readonly pending: readonly string[];
  readonly notes: readonly string[];
}

/** Number of skills that are listed by cost. */
const SHOWN_COSTS = 5;
/** Number of names that are listed per kind. */
const SHOWN_NAMES = 12;

/** The text for the model, passed through `write`, and below it what it contains and costs. */
export function reportCatalog(shown: ShownCatalog, screen: Screen, write: (text: string) => string): string {
  const texts = [shown.context, shown.text, ...shown.inject.map(({ text }) => text)]
    .filter((text) => text !== "")
    .map(write);
  if (screen.quiet) return texts.join("\n\n");
  const summary = [
    screen.paint("faint", "── end of the text for the model ──"),
    ...summaryLines(shown, screen),
    ...contextLines(shown),
    ...shown.inject.map((injection) => injectionLine(injection, screen)),
    ...costLines(shown, screen),
    ...namesLines("omitted", shown.report.omitted, "--json", screen),
    ...namesLines("pending, not listed until you trust them", shown.pending, "`knowhow trust`", screen),
    ...shown.notes.map((note) => `${screen.paint("notice", "!")} ${sanitise(note)}`),
  ].join("\n");
  return [...texts, summary].join("\n\n");
}

function summaryLines({ tokens, budget, report }: ShownCatalog, screen: Screen): readonly string[] {
  const { total, full, shortened, nameOnly, omitted } = report;
  if (total === 0) return ["No skills are listed. Run `knowhow list` to see which ones were found."];
  const parts = [
    screen.paint("strong", count(total, "skill")),
    `${number(full)} in full`,
    `${number(shortened)} shortened`,
    `${number(nameOnly)} by name only`,
    `${number(omitted.length)} omitted`,
  ];
  const percent = budget === 0 ? 0 : Math.round((tokens / budget) * 100);
  return [parts.join(" · "), `${number(tokens)} of ${count(budget, "token")} used (${percent} %)`];
}

function contextLines({ context }: ShownCatalog): readonly string[] {
  return context === "" ? [] : [`context files: ${count(estimateTokens(context), "token")}`];
}

function injectionLine({ kind, skill, tokens, reason }: Injection, screen: Screen): string {
  const name = skill === undefined ? kind : `${kind} ${skill}`;
  return `the message adds ${screen.paint("strong", sanitise(name))}, ${count(tokens, "token")}: ${sanitise(reason)}`;
}

function costLines({ costs }: ShownCatalog, screen: Screen): readonly string[] {
  if (costs.length === 0) return [];
  const shown = costs.toSorted((a, b) => b.tokens - a.tokens).slice(0, SHOWN_COSTS);
  return [
    screen.paint(
      "faint",
      costs.length > shown.length ? "most expensive skills, in tokens" : "tokens per skill",
    ),
    ...shown.map(({ name, form, tokens }) => {
      const how = form === "full" ? "" : `  ${screen.paint("faint", form)}`;
      return `  ${number(tokens).padStart(7)}  ${sanitise(name)}${how}`;
    }),
  ];
}

/** The first names; `all` is what lists the others. */
function namesLines(title: string, names: readonly string[], all: string, screen: Screen): readonly string[] {
  if (names.length === 0) return [];
  const rest = names.length - SHOWN_NAMES;
  const shown = names.slice(0, SHOWN_NAMES).join(", ");
  const list = rest > 0 ? `${shown} … and ${number(rest)} more; ${all} lists all` : shown;
  return [`${screen.paint("faint", `${title}:`)} ${wrap(sanitise(list), screen.columns, "  ")}`];
}
