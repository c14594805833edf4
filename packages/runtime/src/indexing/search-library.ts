import { compareText } from "../basics/words.ts";
import type { SearchHit, SearchOptions, SearchPage } from "../library.ts";
import type { SearchRanking } from "../profile.ts";
import { searchBySubstring } from "../resolution/search-by-substring.ts";
import type { Skill } from "../skill.ts";
import type { Matching } from "./open-matching.ts";

/** Where and how to search. */
export interface SearchSettings {
  /** The skills of a library; their index is reused while this list stays the same. */
  readonly skills: readonly Skill[];
  /** True for a skill that may be found. Default every skill. */
  readonly isCandidate?: (name: string) => boolean;
  readonly ranking: SearchRanking;
  readonly matching: () => Promise<Matching>;
}

/** Number of skills on a page. */
const PAGE = 10;

/** Searches the skills of a library. An empty query lists them by name. */
export async function searchLibrary(
  query: string,
  { limit = PAGE, offset = 0, ...waiting }: SearchOptions,
  { skills, isCandidate = () => true, ranking, matching }: SearchSettings,
): Promise<SearchPage> {
  const page = (hits: readonly SearchHit[], notes: readonly string[] = []): SearchPage => ({
    hits: hits.slice(offset, offset + limit),
    total: hits.length,
    offset,
    notes,
  });
  const allowed = () => skills.filter(({ name }) => isCandidate(name));
  if (query.trim() === "")
    return page(
      allowed()
        .sort((a, b) => compareText(a.name, b.name))
        .map((skill) => ({ skill, score: 0 })),
    );
  if (ranking === "substring") return page(searchBySubstring(allowed(), query));
  const { matcher } = await matching();
  const { hits, notes } = await matcher.search(skills, query, { ...waiting, isCandidate });
  return page(hits, notes);
}
