import type { LibraryEntry } from "@knowhow/runtime";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count, number } from "../terminal/words.ts";
import { STATE_STYLES, shownState } from "./states.ts";

/** What `list` shows besides the rows. */
export interface ListCounts {
  readonly shadowed: number;
  /** Files that were found and left out. */
  readonly rejected: number;
  readonly warnings: number;
  /** Roots that were looked at. */
  readonly roots: number;
  /** Directories that somebody named and that do not exist. */
  readonly missingRoots: readonly string[];
  /** What a knowhow.json or a project asked for and did not get, servers that are away included. */
  readonly refused: readonly string[];
  /** True when the configuration says that no skill is looked for. */
  readonly switchedOff: boolean;
}

/** The table of skills with a line of counts and, where there is one, the next step. */
export function reportList(entries: readonly LibraryEntry[], counts: ListCounts, screen: Screen): string {
  if (entries.length === 0) return screen.quiet ? "" : nothingFound(counts, screen);
  const plain = entries.every((entry) => shownState(entry) === "on");
  const rows = formatTable(plain ? COLUMNS.filter((column) => column !== STATE) : COLUMNS, entries, screen);
  return screen.quiet ? rows : [rows, "", summary(entries, counts, screen)].join("\n");
}

const STATE: Column<LibraryEntry> = {
  title: "STATE",
  cell: shownState,
  style: (entry) => STATE_STYLES[shownState(entry)],
};

const COLUMNS: readonly Column<LibraryEntry>[] = [
  { title: "NAME", cell: ({ skill }) => sanitise(skill.name), style: () => "strong" },
  STATE,
  { title: "LEVEL", cell: ({ skill }) => skill.origin.level, style: () => "faint" },
  { title: "TOKENS", cell: ({ skill }) => number(skill.tokens), align: "right" },
  { title: "DESCRIPTION", cell: described },
];

function described({ skill, eligibility, shadowedBy }: LibraryEntry): string {
  const description = sanitise(skill.description);
  if (eligibility.eligible || shadowedBy !== undefined) return description;
  const needs = eligibility.missing.map((missing) => sanitise(missing.name)).join(", ");
  return `needs ${needs} · ${description}`;
}

function summary(entries: readonly LibraryEntry[], counts: ListCounts, screen: Screen): string {
  const winners = entries.filter((entry) => entry.shadowedBy === undefined);
  const needy = winners.filter((entry) => entry.state === "ineligible").length;
  const pending = winners.filter((entry) => entry.state === "pending").length;
  const refused = winners.filter((entry) => entry.state === "refused").length;
  const off = winners.filter((entry) => entry.state === "off").length;
  const parts = [screen.paint("strong", count(winners.length, "skill"))];
  if (needy > 0)
    parts.push(screen.paint("notice", `${number(needy)} ${needy === 1 ? "needs" : "need"} something`));
  if (pending > 0) parts.push(screen.paint("notice", `${number(pending)} pending`));
  if (refused > 0) parts.push(`${number(refused)} refused`);
  if (off > 0) parts.push(`${number(off)} off`);
  if (counts.shadowed > 0) parts.push(`${number(counts.shadowed)} shadowed`);
  if (counts.rejected > 0) parts.push(screen.paint("bad", `${number(counts.rejected)} left out`));
  if (counts.warnings > 0) parts.push(screen.paint("notice", count(counts.warnings, "warning")));
  const next = [
    ...(pending > 0 ? ["`knowhow trust` shows what is hidden from agents until you trust it"] : []),
    ...(needy + counts.rejected + counts.warnings > 0
      ? ["`knowhow doctor` tells what is wrong and what to do"]
      : []),
  ];
  const lines = next.map((line) => screen.paint("faint", line));
  return [parts.join(" · "), ...notices(counts, screen), ...lines].join("\n");
}

function nothingFound(counts: ListCounts, screen: Screen): string {
  const { rejected, roots, switchedOff } = counts;
  if (switchedOff)
    return ['No skills: "enabled" is false in knowhow.json.', ...notices(counts, screen)].join("\n");
  const looked =
    roots === 0 ? "none of the places where skills lie exists" : `looked in ${count(roots, "place")}`;
  const left = rejected === 0 ? "" : `, ${count(rejected, "file")} left out`;
  return [
    `No skills found: ${looked}${left}.`,
    ...notices(counts, screen),
    "`knowhow new my-skill` writes one; `knowhow doctor` shows where knowhow looks.",
  ].join("\n");
}

/** What somebody asked for and did not get, one line each. */
function notices({ missingRoots, refused }: ListCounts, screen: Screen): readonly string[] {
  const missing = missingRoots.map((path) => `there is no directory ${screen.place(path)}`);
  return [...missing, ...refused.map(sanitise)].map((text) => `${screen.paint("notice", "!")} ${text}`);
}
