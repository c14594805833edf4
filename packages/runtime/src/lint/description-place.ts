import type { Place } from "./places.ts";
import type { LintSkillInput } from "./rule.ts";

/** Where the description stands in a SKILL.md; its first line when the key cannot be found. */
export function descriptionPlace({ text, bodyLine }: LintSkillInput): Place {
  let start = 0;
  for (let line = 1; line < bodyLine; line += 1) {
    if (/^description[ \t]*:/.test(text.slice(start, start + 64))) return { line, column: 1 };
    start = text.indexOf("\n", start) + 1;
    if (start === 0) break;
  }
  return { line: 1, column: 1 };
}
