import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { type NearPair, nearDuplicates } from "../near-duplicates.ts";
import type { LibraryRule, LintLibrarySkill } from "../rule.ts";

/** Two skills with similar descriptions compete for every message, and the model picks one by chance. */
export const overlappingDescription: LibraryRule = {
  code: "lint.overlapping-description",
  scope: "library",
  check,
};

function check(skills: readonly LintLibrarySkill[]): readonly Diagnostic[] {
  const rivals = skills.filter(({ fields }) => fields.disableModelInvocation !== true).map(toRival);
  const texts = rivals.map(({ skill }) => `${skill.description} ${skill.fields.whenToUse ?? ""}`);
  const isConfusing = (first: number, second: number) => !distinguishes(rivals[first], rivals[second]);
  return nearDuplicates(texts, isConfusing).flatMap((pair) => {
    const first = rivals[pair.first]?.skill;
    const second = rivals[pair.second]?.skill;
    return first === undefined || second === undefined ? [] : [report(first, second, pair)];
  });
}

/** A skill and its words, computed once. */
interface Rival {
  readonly skill: LintLibrarySkill;
  readonly inName: ReadonlySet<string>;
  readonly inDescription: ReadonlySet<string>;
}

function toRival(skill: LintLibrarySkill): Rival {
  return { skill, inName: wordsOf(skill.name), inDescription: wordsOf(skill.description) };
}

/**
 * True if each description has a word of its skill's name that the other skill lacks: `react-table` and `vue-table`.
 */
function distinguishes(first?: Rival, second?: Rival): boolean {
  if (first === undefined || second === undefined) return true;
  // Of two skills with one name only the winner is listed; resolution reports the collision.
  if (first.skill.name === second.skill.name) return true;
  return hasOwnWord(first, second) && hasOwnWord(second, first);
}

function hasOwnWord(rival: Rival, other: Rival): boolean {
  return [...rival.inName].some(
    (word) => rival.inDescription.has(word) && !other.inName.has(word) && !other.inDescription.has(word),
  );
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function report(first: LintLibrarySkill, second: LintLibrarySkill, pair: NearPair): Diagnostic {
  const share = Math.round(pair.similarity * 100);
  const message = `the descriptions of \`${second.name}\` and \`${first.name}\` (${first.path}) are ${share} % similar`;
  return diagnose("lint.overlapping-description", message, {
    path: second.path,
    hint: "say in each what only this skill does, or remove one of them",
  });
}
