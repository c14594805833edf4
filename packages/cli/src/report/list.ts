import type { LibraryEntry } from "@knowhow/runtime";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count, number } from "../terminal/words.ts";
import { STATE_STYLES, shownState } from "./states.ts";

/** What `list` shows besides the table. */
export interface ListCounts {
  /** Skills that were found, whether they are listed or not. */
  readonly total: number;
  readonly shadowed: number;
  /** Files that were found but skipped. */
  readonly rejected: number;
  readonly warnings: number;
  /** Roots that were searched. */
  readonly roots: number;
  /** Directories of the settings or the command line that do not exist. */
  readonly missingRoots: readonly string[];
  /** Settings that were not applied, and servers that cannot be reached. */
  readonly notApplied: readonly string[];
  /** True if the configuration disables all skills. */
  readonly switchedOff: boolean;
  /** Which clients read pending skills themselves; empty if none does. */
  readonly readers: string;
}

/** The table of skills, a line of counts, and the next step if there is one. */
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
  { title: "LEVEL", cell: ({ skill }) => sanitise(skill.source), style: () => "faint", optional: true },
  {
    title: "SOURCE",
    cell: ({ skill }) => sanitise(skill.origin.provider),
    style: () => "faint",
    optional: true,
  },
  { title: "TOKENS", cell: ({ skill }) => number(skill.tokens), align: "right", optional: true },
  { title: "DESCRIPTION", cell: described },
];

function described({ skill, eligibility, shadowedBy, scan }: LibraryEntry): string {
  const found = scan === undefined || scan.verdict === "safe" ? "" : `scan: ${scan.verdict} · `;
  const description = `${found}${sanitise(skill.description)}`;
  if (eligibility.eligible || shadowedBy !== undefined) return description;
  const needs = eligibility.missing.map((missing) => sanitise(missing.name)).join(", ");
  return `needs ${needs} · ${description}`;
}

function summary(entries: readonly LibraryEntry[], counts: ListCounts, screen: Screen): string {
  const winners = entries.filter((entry) => entry.shadowedBy === undefined);
  const ineligible = winners.filter((entry) => entry.state === "ineligible").length;
  const pending = winners.filter((entry) => entry.state === "pending").length;
  const refused = winners.filter((entry) => entry.state === "refused").length;
  const off = winners.filter((entry) => entry.state === "off").length;
  const listed =
    winners.length < counts.total
      ? `${number(winners.length)} of ${count(counts.total, "skill")}`
      : count(winners.length, "skill");
  const parts = [screen.paint("strong", listed)];
  if (ineligible > 0) parts.push(screen.paint("notice", `${number(ineligible)} ineligible`));
  if (pending > 0) parts.push(screen.paint("notice", `${number(pending)} pending`));
  if (refused > 0) parts.push(`${number(refused)} refused`);
  if (off > 0) parts.push(`${number(off)} off`);
  const never = entries.filter(({ scan }) => scan === undefined).length;
  if (counts.shadowed > 0) parts.push(`${number(counts.shadowed)} shadowed`);
  if (counts.rejected > 0) parts.push(screen.paint("bad", `${number(counts.rejected)} skipped`));
  if (counts.warnings > 0) parts.push(screen.paint("notice", count(counts.warnings, "warning")));
  if (never > 0) parts.push(screen.paint("faint", `${number(never)} never scanned`));
  const hasProblems = ineligible + counts.rejected + counts.warnings > 0;
  const next = [
    ...(pending > 0 ? pendingLines(counts) : []),
    ...(hasProblems ? ["Run `knowhow doctor` for details and fixes."] : []),
  ];
  const lines = next.map((line) => screen.paint("faint", line));
  return [parts.join(" · "), ...notices(counts, screen), ...lines].join("\n");
}

/** What pending means, for knowhow and for clients that do not ask it. */
function pendingLines({ readers }: ListCounts): readonly string[] {
  const others = readers === "" ? "" : ` ${readers}.`;
  return [`knowhow does not serve pending skills; run \`knowhow trust\` to decide.${others}`];
}

function nothingFound(counts: ListCounts, screen: Screen): string {
  const { rejected, roots, switchedOff } = counts;
  if (switchedOff)
    return ['No skills: "enabled" is false in knowhow.json.', ...notices(counts, screen)].join("\n");
  const searched =
    roots === 0 ? "none of the skill directories exists" : `${count(roots, "location")} searched`;
  const skipped = rejected === 0 ? "" : `, ${count(rejected, "file")} skipped`;
  return [
    `No skills found: ${searched}${skipped}.`,
    ...notices(counts, screen),
    "Run `knowhow doctor` to see where knowhow looks, or `knowhow new my-skill` to create a skill.",
  ].join("\n");
}

/** What is missing or was not applied, one line each. */
function notices({ missingRoots, notApplied }: ListCounts, screen: Screen): readonly string[] {
  const missing = missingRoots.map((path) => `no such directory: ${screen.place(path)}`);
  return [...missing, ...notApplied.map((note) => screen.prose(note))].map(
    (text) => `${screen.paint("notice", "!")} ${text}`,
  );
}
