import type {
  MatchAnswer,
  MatchingMode,
  RankedSkill,
  Runtime,
  SkillLibrary,
  SkillMatch,
} from "@knowhow/runtime";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count } from "../terminal/words.ts";
import { wrap } from "../terminal/wrap.ts";

/** What `match` shows. */
export interface ShownMatch {
  readonly matches: readonly SkillMatch[];
  readonly ranking: readonly RankedSkill[] | undefined;
  readonly judgement: MatchAnswer["judgement"];
  readonly mode: MatchingMode;
  /** What a conversation does with a workflow that a message asks for. */
  readonly runs: Runtime["profile"]["runs"];
  readonly library: SkillLibrary;
}

/** The skills that match, each with its reasons. */
export function reportMatch(shown: ShownMatch, screen: Screen): string {
  const { matches, ranking, mode, library } = shown;
  if (screen.quiet) return matches.map(({ name }) => sanitise(name)).join("\n");
  const blocks = matches.map((match) => matchText(match, shown, screen));
  if (matches.length === 0) blocks.push(noMatchText(ranking, library));
  const note = library.list().length === 0 ? undefined : MODES[mode];
  if (note !== undefined) blocks.push(screen.paint("faint", note));
  if (ranking !== undefined && ranking.length > 0) {
    blocks.push(formatTable(COLUMNS, ranking, screen));
    if (shown.judgement !== undefined) blocks.push(judgementText(shown.judgement, { ranking, mode }, screen));
  }
  return blocks.join("\n\n");
}

/** How modes other than the default treat the words of a message. */
const MODES: Readonly<Partial<Record<MatchingMode, string>>> = {
  explicit:
    'Mode "explicit": only skill names, files and skills that always apply count. Use `--mode auto` to match the words of the message.',
  suggest: 'Mode "suggest": skills are suggested, not loaded.',
};

/** The evidence for the nearest skill, and what it must reach. */
function judgementText(
  { chance, loadChance, lead, thresholds }: NonNullable<ShownMatch["judgement"]>,
  { ranking: [nearest], mode }: { readonly ranking: readonly RankedSkill[]; readonly mode: MatchingMode },
  screen: Screen,
): string {
  const chances = `Chance of ${sanitise(nearest?.name ?? "")}: ${percent(chance)}; a suggestion needs ${percent(thresholds.suggest)}`;
  const load =
    mode === "eager"
      ? `, a load ${percent(thresholds.load)} and a common word`
      : `. Chance that exactly this skill is meant: ${percent(loadChance)}, its lead ${lead.toFixed(2)}; a load needs ${percent(thresholds.load)} and a lead of ${thresholds.lead.toFixed(2)}`;
  const text = `${chances}${load}. A name or a trigger phrase decides in any case.`;
  return screen.paint("faint", wrap(text, screen.columns, ""));
}

function percent(share: number): string {
  return `${(Math.floor(share * 1_000) / 10).toFixed(1)} %`;
}

function matchText(match: SkillMatch, { library, mode, runs }: ShownMatch, screen: Screen): string {
  const { name, decision, score, reasons, variables = {}, args, loadReason } = match;
  const skill = library.get(name);
  const part = mode === "eager" && loadReason === "auto_suggested" ? "guidance" : "instructions";
  const what = match.workflow
    ? decision === "load"
      ? runs === "start" && (match.covers === true || loadReason === "on_demand")
        ? "starts its workflow"
        : "offers to run its workflow"
      : "adds its description to the conversation; it has a workflow"
    : decision === "load"
      ? `adds its ${part} to the conversation (${count(skill?.tokens ?? 0, "token")})`
      : "adds its description to the conversation";
  const head = `${screen.paint(decision === "load" ? "good" : "notice", decision)} ${screen.paint("strong", sanitise(name))}  ${screen.paint("faint", `${score.toFixed(2)} · ${what}`)}`;
  const filled = Object.entries(variables).map(([key, value]) => `${key} = ${value}`);
  return [
    head,
    ...reasons.map((reason) => `  ${wrap(sanitise(reason), screen.columns - 2, "  ")}`),
    ...filled.map((text) => `  ${wrap(sanitise(text), screen.columns - 2, "  ")}`),
    ...(args === undefined || args === "" ? [] : [`  arguments: ${sanitise(args)}`]),
  ].join("\n");
}

/** Printed if there is nothing to match. */
export function noSkillsText(library: SkillLibrary): string {
  const pending = library.entries().filter(({ state }) => state === "pending").length;
  return pending === 0
    ? "No skills found. Run `knowhow doctor` to see where knowhow looks."
    : `No skills are available: ${count(pending, "skill")} pending. Run \`knowhow trust\` to decide.`;
}

function noMatchText(ranking: readonly RankedSkill[] | undefined, library: SkillLibrary): string {
  if (library.list().length === 0) return noSkillsText(library);
  return ranking === undefined ? "No skill matches. Use --all to see the nearest ones." : "No skill matches.";
}

const COLUMNS: readonly Column<RankedSkill>[] = [
  { title: "NEAREST", cell: ({ name }) => sanitise(name), style: () => "strong" },
  { title: "SCORE", cell: ({ score }) => score.toFixed(2), align: "right" },
  { title: "WHY", cell: ({ reasons }) => sanitise(reasons.join(" · ")) },
];
