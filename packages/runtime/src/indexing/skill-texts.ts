import { headingTitles } from "../format/outline.ts";
import { sentencesOf, splitNegative } from "../matching/lexical/split-negative.ts";
import { type BodyTerms, bodyTerms, type HeadPassages } from "../matching/lexical/term-counts.ts";
import { claimedPhrases } from "../matching/triggers/claimed-phrases.ts";
import type { Skill } from "../skill.ts";

/** Maximum number of phrases per skill that are embedded individually. */
const MAX_PHRASES = 24;

/** Headings are read up to here; a longer body is a document that became a skill by mistake. */
const MAX_OUTLINED = 100_000;

/** The texts of a skill for the lexical index, without its body. */
export function passagesOf(skill: Skill): HeadPassages {
  const { name, description, fields } = skill;
  return {
    name,
    description: folded(description),
    ...(fields.whenToUse === undefined ? {} : { whenToUse: fields.whenToUse }),
    ...(fields.whenNotToUse === undefined ? {} : { whenNotToUse: fields.whenNotToUse }),
    triggers: fields.triggers ?? [],
    tags: fields.tags ?? [],
  };
}

/** The terms of a body for the lexical index. */
export function termsOfBody(body: string): BodyTerms {
  return bodyTerms({ headings: headingTitles(body.slice(0, MAX_OUTLINED)), body });
}

/** The texts of a skill to embed: the whole, then single phrases that a user might write. */
export function meaningsOf({ name, description: written, fields }: Skill): readonly string[] {
  const description = folded(written);
  const { positive } = splitNegative(description);
  const whole = `${name.replaceAll(/[-_]+/g, " ")}. ${positive} ${fields.whenToUse ?? ""}`;
  const phrases = [
    ...(fields.triggers ?? []).map(withoutSlots),
    ...claimedPhrases(description),
    ...sentencesOf(fields.whenToUse ?? ""),
  ];
  return [whole, ...phrases.slice(0, MAX_PHRASES)];
}

/** Line breaks of a description have no meaning for a match. */
function folded(text: string): string {
  return text.replace(/\s+/g, " ");
}

function withoutSlots(trigger: string): string {
  return trigger.replaceAll(/\{[^{}]*\}/g, " ").trim();
}
