import { compareText } from "../basics/words.ts";
import type { SearchHit } from "../library.ts";
import type { Skill } from "../skill.ts";

/**
 * Metis: skills whose name (2 points) or description (1 point) contains the query, ties sorted by name.
 */
export function searchBySubstring(skills: readonly Skill[], query: string): readonly SearchHit[] {
  const sought = query.trim().toLowerCase();
  return skills
    .map((skill) => ({ skill, score: scoreOf(sought, skill) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score || compareText(a.skill.name, b.skill.name));
}

function scoreOf(sought: string, { name, description }: Skill): number {
  return (name.toLowerCase().includes(sought) ? 2 : 0) + (description.toLowerCase().includes(sought) ? 1 : 0);
}
