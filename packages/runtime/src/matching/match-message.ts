import type { MatchAnswer, SkillMatch } from "../conversation.ts";
import { chooseSkills, judge } from "./choose-skills.ts";
import { explainEvidence } from "./evidence/explain-evidence.ts";
import type { Evidence, QueryVectors } from "./evidence/rank-skills.ts";
import type { LexicalQuery } from "./lexical/lexical-query.ts";
import type { Matchable } from "./matchable.ts";
import type { MatchableMessage } from "./request/read-request.ts";
import { coversMessage } from "./triggers/covers-message.ts";
import { type Hit, type RowQuery, weighMessage } from "./weigh-message.ts";

/**
 * Matches a message. A name or a trigger phrase decides by itself; otherwise all evidence is combined: clear matches are
 * loaded, likely ones are suggested.
 */
export function matchMessage(
  request: MatchableMessage,
  vectors: readonly (QueryVectors | undefined)[],
  index: Matchable,
  settings: RowQuery,
): Pick<MatchAnswer, "matches" | "ranking" | "judgement"> {
  const weighed = weighMessage(request, vectors, index, settings);
  const { ranking, named, hits, query } = weighed;
  const { circumstances = new Map<number, readonly string[]>() } = settings;
  const describe = (evidence: Evidence) => ({
    name: index.names[evidence.row] ?? "",
    score: Math.round(evidence.score * 10_000) / 10_000,
    reasons: [
      ...(named.has(evidence.row) ? ["the message names it"] : []),
      ...reasonsFor(evidence, hits.get(evidence.row), query, index),
      ...(circumstances.get(evidence.row) ?? []),
    ],
  });
  const judgement = judge(weighed, index.lexical.size, settings);
  const chosen = chooseSkills(weighed, judgement, { ...settings, lexical: index.lexical });
  const covering = coveringRow(request, hits, settings);
  return {
    matches: chosen.map(({ evidence, decision }): SkillMatch => {
      const hit = hits.get(evidence.row);
      const variables = hit?.variables ?? {};
      return {
        ...describe(evidence),
        decision,
        loadReason: "auto_suggested",
        ...(Object.keys(variables).length === 0 ? {} : { variables }),
        ...(hit === undefined ? {} : { triggered: true }),
        ...(evidence.row === covering ? { covers: true } : {}),
      };
    }),
    ranking: ranking.slice(0, Math.max(0, settings.ranking)).map(describe),
    ...(judgement === undefined ? {} : { judgement }),
  };
}

/** The row of the one skill whose trigger phrase is the whole message; undefined if there is none, or several. */
function coveringRow(
  { said, isWhole }: MatchableMessage,
  hits: ReadonlyMap<number, Hit>,
  { isCandidate }: Pick<RowQuery, "isCandidate">,
): number | undefined {
  if (!isWhole) return undefined;
  const covering = [...hits.values()].filter(
    (hit) => hit.isHint !== true && isCandidate(hit.skill) && coversMessage(said, hit),
  );
  return covering.length === 1 ? covering[0]?.skill : undefined;
}

function reasonsFor(
  evidence: Evidence,
  hit: Hit | undefined,
  query: LexicalQuery,
  { lexical }: Matchable,
): readonly string[] {
  const told = explainEvidence(evidence, query, lexical);
  return hit === undefined ? told : [`the phrase "${hit.phrase}"`, ...told];
}
