import { compareText } from "../basics/words.ts";
import type { Scorer, SearchHit } from "../library.ts";
import type { Skill } from "../skill.ts";

/** Metis: 2 if the name contains the query, 1 if the description does. */
export const metisScorer: Scorer = (query, skill) =>
  (skill.name.toLowerCase().includes(query) ? 2 : 0) +
  (skill.description.toLowerCase().includes(query) ? 1 : 0);

/** The best skills for a query, ties sorted by name. An empty query lists the first skills by name. */
export function searchSkills(
  skills: readonly Skill[],
  query: string,
  options: { limit?: number; scorer?: Scorer } = {},
): readonly SearchHit[] {
  const { scorer = metisScorer } = options;
  const limit = Math.max(0, options.limit ?? 10);
  const words = query.trim().toLowerCase();
  if (words === "") return skills.slice(0, limit).map((skill) => ({ skill, score: 0 }));
  return skills
    .map((skill) => ({ skill, score: scorer(words, skill) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score || compareText(a.skill.name, b.skill.name))
    .slice(0, limit);
}
