import { compileTrigger } from "../matching/triggers/compile-trigger.ts";
import { quotedPhrases } from "../matching/triggers/quoted-phrases.ts";
import { withoutInvisible } from "../matching/words/invisible.ts";
import type { Skill } from "../skill.ts";

/** A phrase that a skill claims for itself. */
export interface ClaimedPhrase {
  readonly phrase: string;
  /** Where it stands in the description, quotes included; absent for a trigger. */
  readonly at?: readonly [start: number, end: number];
}

/** A skill's triggers that can be found, and what its description has in quotes. */
export function phrasesOf({ description, fields }: Skill): readonly ClaimedPhrase[] {
  return [
    ...(fields.triggers ?? []).filter((phrase) => compileTrigger(phrase).ok).map((phrase) => ({ phrase })),
    ...quotedPhrases(description).map(({ phrase, start, end }) => ({ phrase, at: [start, end] as const })),
  ];
}

/** The same skill as if its author had not written some of its phrases. */
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

/** A phrase as somebody might say it: nothing for its variables, the first of its alternatives. */
export function spokenPhrase(phrase: string): string {
  return phrase
    .replaceAll(/\{[^{}]*\}|\[[^[\]]*\]/g, " ")
    .replaceAll(/\(([^()|]*)(?:\|[^()]*)?\)/g, " $1 ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** What two phrases have in common that are the same but for names of variables, case and signs. */
export function phraseKey(phrase: string): string {
  return withoutInvisible(phrase)
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\{[^{}]*\}/g, "{}")
    .replaceAll(/[^\p{L}\p{N}\p{M}{}]+/gu, " ")
    .trim();
}
