import type { Skill } from "../skill.ts";
import { phraseKey, phrasesOf } from "./phrases.ts";

/** Two skills, by index, that claim the same phrase. */
export interface DoubleClaim {
  readonly first: number;
  readonly second: number;
  readonly phrase: string;
}

/** Phrases that more than one skill claims; each further claimant is paired with the first. */
export function claimedTwice(skills: readonly Skill[]): readonly DoubleClaim[] {
  const owners = new Map<string, number>();
  const claims: DoubleClaim[] = [];
  for (const [row, skill] of skills.entries()) {
    const own = new Map(phrasesOf(skill).map(({ phrase }) => [phraseKey(phrase), phrase]));
    for (const [key, phrase] of own) {
      const first = owners.get(key);
      if (first === undefined) owners.set(key, row);
      else if (key !== "") claims.push({ first, second: row, phrase });
    }
  }
  return claims;
}
