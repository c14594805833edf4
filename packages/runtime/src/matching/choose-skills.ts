import type { MatchJudgement, SkillMatch } from "../conversation.ts";
import { chanceOf, loadChanceOf, thresholdsFor } from "./evidence/calibration.ts";
import type { Evidence } from "./evidence/rank-skills.ts";
import type { LexicalIndex } from "./lexical/lexical-index.ts";
import type { LexicalQuery } from "./lexical/lexical-query.ts";
import { countIn } from "./lexical/term-counts.ts";
import type { Hit, RowQuery, WeighedMessage } from "./weigh-message.ts";

/** A skill, and what is done about it. */
export interface Choice {
  readonly evidence: Evidence;
  readonly decision: SkillMatch["decision"];
}

/** Minimum score of a suggestion relative to the best one. */
const NEAR_BEST = 0.7;

/** Minimum lead to distinguish skills that claim the same words of a message. */
const CLEAR_LEAD = 0.1;

/** An eager load must be twice as likely right as wrong. */
const EAGER = { load: 2 / 3, lead: 0 };

/** The chances and the lead of the best skill, and what they must reach; undefined if there is nothing to judge. */
export function judge(
  { features, byMeaning }: WeighedMessage,
  size: number,
  { thresholds, isEager = false }: Pick<RowQuery, "thresholds" | "isEager">,
): MatchJudgement | undefined {
  if (features === undefined) return undefined;
  const chance = chanceOf(features, byMeaning);
  return {
    chance,
    loadChance: isEager ? chance : loadChanceOf(features, byMeaning),
    lead: features.lead,
    thresholds: { ...thresholdsFor(size, byMeaning), ...(isEager ? EAGER : {}), ...thresholds },
  };
}

/** Decides which skills are loaded and which are suggested. */
export function chooseSkills(
  weighed: WeighedMessage,
  judgement: MatchJudgement | undefined,
  {
    lexical,
    isEager = false,
    suggestions,
  }: Pick<RowQuery, "isEager" | "suggestions"> & { readonly lexical: LexicalIndex },
): readonly Choice[] {
  const most = Math.max(0, suggestions);
  const called = weighed.ranking.filter(({ row }) => weighed.named.has(row));
  if (called.length > 0) return called.map((evidence) => ({ evidence, decision: "load" }));
  if (isEager) return chooseEagerly(weighed, judgement, lexical).slice(0, most);
  const choices = chooseClear(weighed, judgement);
  const suggested = choices.filter(({ decision }) => decision === "suggest");
  // Only suggestions count towards the limit.
  return [...choices.filter(({ decision }) => decision === "load"), ...suggested.slice(0, most)];
}

function chooseClear(
  { ranking, hits }: WeighedMessage,
  judgement: MatchJudgement | undefined,
): readonly Choice[] {
  const [best, ...others] = ranking;
  if (best === undefined) return [];
  const hit = hits.get(best.row);
  if (hit?.decisive === true) return chooseByPhrase(best, hit, others, hits);
  if (judgement === undefined)
    return ranking.filter(({ row }) => hits.has(row)).map((evidence) => ({ evidence, decision: "suggest" }));
  const { chance, thresholds } = judgement;
  if (isClear(judgement)) return [{ evidence: best, decision: "load" }];
  if (chance < thresholds.suggest) return [];
  return suggestedFrom(ranking).map((evidence) => ({ evidence, decision: "suggest" }));
}

/** Any trigger phrase decides; otherwise, the likely skills are loaded if a word confirms what an embedder finds similar. */
function chooseEagerly(
  { ranking, hits, query }: WeighedMessage,
  judgement: MatchJudgement | undefined,
  lexical: LexicalIndex,
): readonly Choice[] {
  const byRow = new Map(ranking.map((evidence) => [evidence.row, evidence]));
  const triggered = [...hits.values()].flatMap(({ skill, isHint }): Choice[] => {
    const evidence = isHint === true ? undefined : byRow.get(skill);
    return evidence === undefined ? [] : [{ evidence, decision: "load" }];
  });
  if (triggered.length > 0 || judgement === undefined) return triggered;
  const isLikely = isClear(judgement);
  if (!isLikely && judgement.chance < judgement.thresholds.suggest) return [];
  return suggestedFrom(ranking).map((evidence) => ({
    evidence,
    decision: isLikely && sharesWord(evidence, query, lexical) ? "load" : "suggest",
  }));
}

function isClear({ loadChance, lead, thresholds }: MatchJudgement): boolean {
  return loadChance >= thresholds.load && lead >= thresholds.lead;
}

/** True if a significant word of the message is in the name, the triggers or the description. */
function sharesWord({ row }: Evidence, { terms }: LexicalQuery, lexical: LexicalIndex): boolean {
  return terms.some(({ id }) => {
    const counts = lexical.countsOf(row, id);
    return countIn(counts, 0) + countIn(counts, 1) + countIn(counts, 2) > 0;
  });
}

/** The skills of a ranking that are suggested together: the best, and those whose score is not far below. */
export function suggestedFrom(ranking: readonly Evidence[]): readonly Evidence[] {
  const least = NEAR_BEST * (ranking[0]?.score ?? 0);
  return ranking.filter(({ score }, place) => place === 0 || score >= least);
}

/**
 * The skill of a phrase is loaded, and skills that another part of the message names are suggested as well. If two
 * skills claim the same words and nothing else distinguishes them, the phrase is ambiguous.
 */
function chooseByPhrase(
  best: Evidence,
  hit: Hit,
  others: readonly Evidence[],
  hits: ReadonlyMap<number, Hit>,
): readonly Choice[] {
  const named = others.flatMap((evidence) => {
    const other = hits.get(evidence.row);
    return other?.decisive === true ? [{ evidence, other }] : [];
  });
  const rivals = named.filter(
    ({ evidence, other }) =>
      other.start === hit.start &&
      other.end === hit.end &&
      other.literalWords === hit.literalWords &&
      best.score - evidence.score < CLEAR_LEAD,
  );
  const elsewhere = named.filter(({ other }) => other.end <= hit.start || other.start >= hit.end);
  const suggested = (rivals.length > 0 ? rivals : elsewhere).map(
    ({ evidence }): Choice => ({ evidence, decision: "suggest" }),
  );
  return [{ evidence: best, decision: rivals.length > 0 ? "suggest" : "load" }, ...suggested];
}
