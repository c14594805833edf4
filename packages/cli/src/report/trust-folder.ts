import type { TrustedSkill } from "../runtime/use-trust.ts";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen, Style } from "../terminal/screen.ts";
import { number } from "../terminal/words.ts";

/** What a scan said about a skill, in the order of the table. */
const VERDICTS = ["safe", "not scanned", "incomplete", "review", "block"] as const;
type Verdict = (typeof VERDICTS)[number];

const STYLES: Readonly<Record<Verdict, Style>> = {
  safe: "good",
  "not scanned": "faint",
  incomplete: "notice",
  review: "notice",
  block: "bad",
};

/** Skills that can be decided together: a scan found nothing in them, or there is no scanner that tells them apart. */
export function isSafe(skill: TrustedSkill): boolean {
  const verdict = verdictOf(skill);
  return verdict === "safe" || verdict === "not scanned";
}

/** The same skills, those with findings last. */
export function worstLast(skills: readonly TrustedSkill[]): readonly TrustedSkill[] {
  const rank = (skill: TrustedSkill) => VERDICTS.indexOf(verdictOf(skill));
  return skills.toSorted((a, b) => rank(a) - rank(b));
}

/** A table of the skills, and a line that names those with findings: `25 safe, 1 review: pdftk-server`. */
export function reportFolder(skills: readonly TrustedSkill[], screen: Screen): string {
  const label = labelOf(skills);
  const counts = VERDICTS.flatMap((verdict) => {
    const names = skills.filter((skill) => verdictOf(skill) === verdict).map(label);
    if (names.length === 0) return [];
    const list = verdict === "safe" || verdict === "not scanned" ? "" : `: ${names.join(", ")}`;
    return [screen.paint(STYLES[verdict], `${number(names.length)} ${verdict}${list}`)];
  });
  const columns = [{ ...NAME, cell: label }, ...COLUMNS];
  const how = "`knowhow trust show <name>` prints the text of one";
  return [formatTable(columns, skills, screen), "", counts.join(", "), screen.paint("faint", how)].join("\n");
}

function verdictOf({ review }: TrustedSkill): Verdict {
  return review?.verdict ?? "not scanned";
}

/** Names, with the directory where several skills have the same name. */
function labelOf(skills: readonly TrustedSkill[]): (skill: TrustedSkill) => string {
  const counts = new Map<string, number>();
  for (const { name } of skills) counts.set(name, (counts.get(name) ?? 0) + 1);
  return ({ name, path }) => {
    const directory = path.split("/").at(-2) ?? path;
    return sanitise(counts.get(name) === 1 ? name : `${name} (${directory})`);
  };
}

const NAME: Omit<Column<TrustedSkill>, "cell"> = { title: "NAME", style: () => "strong" };

const COLUMNS: readonly Column<TrustedSkill>[] = [
  { title: "SCAN", cell: verdictOf, style: (skill) => STYLES[verdictOf(skill)] },
  { title: "FILES", cell: ({ files }) => number(files.length), align: "right" },
  { title: "SCRIPTS", cell: ({ review }) => number(review?.scripts.length ?? 0), align: "right" },
  { title: "ASKS FOR", cell: asks },
];

/** What the frontmatter requests, and which rules found something. */
function asks({ asksFor, review }: TrustedSkill): string {
  const found = review?.findings.filter(({ verdict }) => verdict !== "safe").map(({ rule }) => rule) ?? [];
  const rules = found.length === 0 ? [] : [`found: ${[...new Set(found)].join(", ")}`];
  return sanitise([...rules, ...asksFor].join("; ")) || "nothing";
}
