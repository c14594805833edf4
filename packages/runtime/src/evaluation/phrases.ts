import { compileTrigger } from "../matching/triggers/compile-trigger.ts";
import { quotedPhrases } from "../matching/triggers/quoted-phrases.ts";
import { withoutInvisible } from "../matching/words/invisible.ts";
import type { Skill } from "../skill.ts";

/** A phrase that a skill claims for itself. */
export interface ClaimedPhrase {
  readonly phrase: string;
  /** Range in the description, including quotes; undefined for a trigger. */
  readonly at?: readonly [start: number, end: number];
}

/** A skill's usable triggers and the quoted phrases of its description. */
export function phrasesOf({ description, fields }: Skill): readonly ClaimedPhrase[] {
  return [
    ...(fields.triggers ?? []).filter((phrase) => compileTrigger(phrase).ok).map((phrase) => ({ phrase })),
    ...quotedPhrases(description).map(({ phrase, start, end }) => ({ phrase, at: [start, end] as const })),
  ];
}

/** A copy of the skill without some of its phrases. */
export function withoutPhrases(skill: Skill, phrases: readonly ClaimedPhrase[]): Skill {
  if (phrases.length === 0) return skill;
  const gone = new Set(phrases.flatMap(({ phrase, at }) => (at === undefined ? [phrase] : [])));
  const triggers = skill.fields.triggers?.filter((phrase) => !gone.has(phrase));
  const cuts = phrases.flatMap(({ at }) => (at === undefined ? [] : [at])).sort(([a], [b]) => b - a);
  const description = cuts.reduce(
    (text, [start, end]) => `${text.slice(0, start)} ${text.slice(end)}`,
    skill.description,
  );
  return {
    ...skill,
    description,
    fields: { ...skill.fields, ...(triggers === undefined ? {} : { triggers }) },
  };
}

/** A phrase as a user might write it: without its variables, with the first of its alternatives. */
export function spokenPhrase(phrase: string): string {
  return phrase
    .replaceAll(/\{[^{}]*\}|\[[^[\]]*\]/g, " ")
    .replaceAll(/\(([^()|]*)(?:\|[^()]*)?\)/g, " $1 ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** A key that is equal for phrases that differ only in variable names, case and punctuation. */
export function phraseKey(phrase: string): string {
  return withoutInvisible(phrase)
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\{[^{}]*\}/g, "{}")
    .replaceAll(/[^\p{L}\p{N}\p{M}{}]+/gu, " ")
    .trim();
}
