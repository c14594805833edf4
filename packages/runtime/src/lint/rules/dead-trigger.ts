import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { compileTrigger, MAX_PHRASES } from "../../matching/triggers/compile-trigger.ts";
import { fieldPlace, type LintPlace, placesIn } from "../places.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";

/** A trigger that cannot occur in a message is a mistake that would go unnoticed. */
export const deadTrigger: SkillRule = { code: "lint.dead-trigger", scope: "skill", check };

function check(input: LintSkillInput): readonly Diagnostic[] {
  const { triggers = [] } = input.fields;
  const dead = triggers.slice(0, MAX_PHRASES).flatMap((phrase) => {
    const compiled = compileTrigger(phrase);
    return compiled.ok ? [] : [{ phrase, reason: compiled.reason }];
  });
  return [
    ...dead.map(({ phrase, reason }) =>
      diagnose("lint.dead-trigger", `the trigger "${brief(phrase)}" can never match: ${reason}`, {
        ...phrasePlace(input, phrase),
        hint: "write words that a user would say, with {variables} between them",
      }),
    ),
    ...tooMany(input, triggers.length),
  ];
}

function tooMany(input: LintSkillInput, count: number): readonly Diagnostic[] {
  if (count <= MAX_PHRASES) return [];
  return [
    diagnose("lint.dead-trigger", `only the first ${MAX_PHRASES} of ${count} triggers are used`, {
      ...fieldPlace(input, "triggers"),
      hint: "keep the phrases that differ, and put alternatives into one: (write|draft) a note",
    }),
  ];
}

/** Position of the phrase; that of the field if it is not written literally. */
function phrasePlace(input: LintSkillInput, phrase: string): LintPlace {
  const at = phrase === "" ? -1 : input.text.indexOf(phrase);
  const place = at < 0 ? undefined : placesIn(input.text)(at);
  return place !== undefined && place.line < input.bodyLine ? place : fieldPlace(input, "triggers");
}

function brief(phrase: string): string {
  return phrase.length > 60 ? `${phrase.slice(0, 59)}…` : phrase;
}
