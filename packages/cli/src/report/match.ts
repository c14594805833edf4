import type { MatchingMode, RankedSkill, SkillLibrary, SkillMatch } from "@knowhow/runtime";
import { sanitise } from "./sanitise.ts";
import type { Screen } from "./screen.ts";
import { type Column, table } from "./table.ts";
import { count } from "./words.ts";
import { wrap } from "./wrap.ts";

/** What `match` shows. */
export interface ShownMatch {
  readonly matches: readonly SkillMatch[];
  readonly ranking: readonly RankedSkill[] | undefined;
  readonly mode: MatchingMode;
  readonly library: SkillLibrary;
}

/** What a message would do, each skill with its reasons. */
export function reportMatch(shown: ShownMatch, screen: Screen): string {
  const { matches, ranking, mode, library } = shown;
  if (screen.quiet) return matches.map(({ name }) => sanitise(name)).join("\n");
  const blocks = matches.map((match) => matchText(match, shown, screen));
  if (matches.length === 0) blocks.push(nothingText(ranking, library));
  const note = library.list().length === 0 ? undefined : MODES[mode];
  if (note !== undefined) blocks.push(screen.paint("faint", note));
  if (ranking !== undefined && ranking.length > 0) blocks.push(table(COLUMNS, ranking, screen));
  return blocks.join("\n\n");
}

/** What a mode does with the words of a message, where that is not the usual. */
const MODES: Readonly<Partial<Record<MatchingMode, string>>> = {
  explicit:
    'Mode "explicit": only names, files in play and skills that always apply count. `--mode auto` shows what the words say.',
  suggest: 'Mode "suggest": words alone load nothing.',
  eager: 'Mode "eager": whatever the words suggest is loaded at once.',
};

function matchText(match: SkillMatch, { library, mode }: ShownMatch, screen: Screen): string {
  const { name, decision, score, reasons, variables = {}, args, loadReason } = match;
  const skill = library.get(name);
  const part = mode === "eager" && loadReason === "auto_suggested" ? "guidance" : "text";
  const what =
    decision === "load"
      ? `its ${part} comes into the conversation, ${count(skill?.tokens ?? 0, "token")}`
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
