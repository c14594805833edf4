import { compareText } from "../../basics/words.ts";
import { MAX_PHRASES } from "../triggers/compile-trigger.ts";
import { indexTriggers, type TriggerIndex } from "../triggers/trigger-index.ts";
import { type AiosMatch, type SearchableSkill, TOP_MATCHES } from "./aios-match.ts";

export interface TriggerSearch<Found> {
  readonly limit?: number;
  /** An index of the same skills, for repeated calls; see `triggersOf`. */
  readonly index?: TriggerIndex<Found>;
}

const MAX_SHOWN = 80;

/** AIOS `findByTrigger`: skills whose trigger phrases occur in the message, with the variables, best first. */
export function findByTrigger<Found extends SearchableSkill>(
  message: string,
  skills: readonly Found[],
  { limit = TOP_MATCHES, index = triggersOf(skills) }: TriggerSearch<Found> = {},
): readonly AiosMatch<Found>[] {
  return index
    .match(message)
    .map((hit) => ({ ...hit, score: hit.decisive ? 1 : hit.coverage }))
    .sort(
      (a, b) =>
        b.score - a.score || b.literalWords - a.literalWords || compareText(a.skill.name, b.skill.name),
    )
    .slice(0, limit)
    .map(({ skill, phrase, variables, score }) => ({
      skill,
      method: "trigger" as const,
      score,
      reasons: [reasonFor(phrase, variables)],
      variables,
    }));
}

/** Indexes the triggers of many skills for `findByTrigger`. */
export function triggersOf<Found extends SearchableSkill>(skills: readonly Found[]): TriggerIndex<Found> {
  return indexTriggers(
    skills.flatMap((skill) =>
      (skill.fields?.triggers ?? []).slice(0, MAX_PHRASES).map((phrase) => ({ skill, phrase })),
    ),
  );
}

function reasonFor(phrase: string, variables: Readonly<Record<string, string>>): string {
  const filled = Object.entries(variables).map(([name, value]) => `${name} is "${brief(value)}"`);
  const where = filled.length === 0 ? "" : `, where ${filled.join(" and ")}`;
  return `the message contains the trigger "${phrase}"${where}`;
}

function brief(value: string): string {
  return value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
}
