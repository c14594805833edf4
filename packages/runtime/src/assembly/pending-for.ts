import type { LibraryEntry, PendingQuestion } from "../library.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { KeptMatching } from "./match-library.ts";

const LIMIT = 5;

/**
 * Finds the pending skills that a text is about, by words alone and without a cache, because nobody has decided that their
 * content may be used.
 */
export async function pendingFor(
  text: string,
  { as, limit = LIMIT }: PendingQuestion,
  { library, byWords }: { readonly library: SkillLibrary; readonly byWords: KeptMatching["byWords"] },
): Promise<readonly LibraryEntry[]> {
  const pending = library.entries().filter(({ state }) => state === "pending");
  if (pending.length === 0 || text.trim() === "") return [];
  const skills = pending.map(({ skill }) => skill);
  const matcher = (await byWords()).trial();
  const names =
    as === "query"
      ? (await matcher.search(skills, text, { isCandidate: () => true })).hits.map(({ skill }) => skill.name)
      : (await matcher.match(skills, { message: text, suggestions: limit })).matches.map(({ name }) => name);
  const named = skills.map(({ name }) => name).filter((name) => mentions(text, name));
  const found = [...new Set([...named, ...names])].slice(0, limit);
  return found.flatMap((name) => pending.filter(({ skill }) => skill.name === name));
}

/** True if a text contains a name as a word of its own. */
function mentions(text: string, name: string): boolean {
  const lower = text.toLowerCase();
  const sought = name.toLowerCase();
  const isLetter = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character);
  for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + 1))
    if (!isLetter(lower[at - 1]) && !isLetter(lower[at + sought.length])) return true;
  return false;
}
