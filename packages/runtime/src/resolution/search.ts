import { compareText } from "../basics/words.ts";
import type { Scorer, SearchHit } from "../library.ts";
import type { Skill } from "../skill.ts";

/** Metis: 2 when the query stands in the name, 1 when it stands in the description. */
export const metisScorer: Scorer = (query, skill) =>
  (skill.name.toLowerCase().includes(query) ? 2 : 0) +
  (skill.description.toLowerCase().includes(query) ? 1 : 0);

/** The best skills for a query, ties by name; an empty query lists the first ones by name. */
export function searchSkills(
  skills: readonly Skill[],
  query: string,
  options: { limit?: number; scorer?: Scorer } = {},
): readonly SearchHit[] {
  const { limit = 10, scorer = metisScorer } = options;
  const words = query.trim().toLowerCase();
  if (words === "") return skills.slice(0, limit).map((skill) => ({ skill, score: 0 }));
  return skills
    .map((skill) => ({ skill, score: scorer(words, skill) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score || compareText(a.skill.name, b.skill.name))
    .slice(0, limit);
}
