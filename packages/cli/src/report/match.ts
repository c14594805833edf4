import type { Profile, RankedSkill, SkillLibrary, SkillMatch } from "@knowhow/runtime";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count } from "../terminal/words.ts";
import { wrap } from "../terminal/wrap.ts";

/** What `match` shows. */
export interface ShownMatch {
  readonly matches: readonly SkillMatch[];
  readonly ranking: readonly RankedSkill[] | undefined;
  readonly profile: Profile;
  readonly library: SkillLibrary;
}

/** What a message would do, each skill with its reasons. */
export function reportMatch(shown: ShownMatch, screen: Screen): string {
  const { matches, ranking, profile, library } = shown;
  if (screen.quiet) return matches.map(({ name }) => sanitise(name)).join("\n");
  const blocks = matches.map((match) => matchText(match, library, screen));
  if (matches.length === 0) blocks.push(nothingText(ranking, library));
  const limit = MODES[profile.matching.mode];
  if (matches.some(({ loadReason }) => loadReason !== "on_demand") && limit !== undefined)
    blocks.push(screen.paint("faint", limit));
  if (ranking !== undefined && ranking.length > 0) blocks.push(formatTable(COLUMNS, ranking, screen));
  return blocks.join("\n\n");
}

/** What a session of such a profile makes of it, where that is something else. */
const MODES: Readonly<Partial<Record<Profile["matching"]["mode"], string>>> = {
  explicit:
    "A session under these settings acts only on names that a person writes and on files in play, never on words.",
  suggest: "A session under these settings suggests, and loads nothing by itself.",
  eager: "A session under these settings loads every one of them at once.",
};

function matchText(match: SkillMatch, library: SkillLibrary, screen: Screen): string {
  const { name, decision, score, reasons, variables = {}, args } = match;
  const skill = library.get(name);
  const what =
    decision === "load"
      ? `its text comes into the conversation, ${count(skill?.tokens ?? 0, "token")}`
      : "its description is given once more";
  const head = `${screen.paint(decision === "load" ? "good" : "notice", decision)} ${screen.paint("strong", sanitise(name))}  ${screen.paint("faint", `${score.toFixed(2)} · ${what}`)}`;
  const filled = Object.entries(variables).map(([key, value]) => `${key} = ${value}`);
  return [
    head,
    ...reasons.map((reason) => `  ${wrap(sanitise(reason), screen.columns - 2, "  ")}`),
    ...filled.map((text) => `  ${wrap(sanitise(text), screen.columns - 2, "  ")}`),
    ...(args === undefined || args === "" ? [] : [`  with the words: ${sanitise(args)}`]),
  ].join("\n");
}

/** Said instead of an answer where there is nothing to answer with. */
export const NO_SKILLS = "There are no skills here. `knowhow doctor` tells where they are looked for.";

function nothingText(ranking: readonly RankedSkill[] | undefined, library: SkillLibrary): string {
  if (library.list().length === 0) return NO_SKILLS;
  if (ranking === undefined) return "No skill is called for. `--all` shows the nearest ones.";
  const why = ranking.length === 0 ? " Nothing in the message speaks of one." : "";
  return `No skill is called for.${why}`;
}

const COLUMNS: readonly Column<RankedSkill>[] = [
  { title: "NEAREST", cell: ({ name }) => sanitise(name), style: () => "strong" },
  { title: "SCORE", cell: ({ score }) => score.toFixed(2), align: "right" },
  { title: "WHY", cell: ({ reasons }) => sanitise(reasons.join(" · ")) },
];
