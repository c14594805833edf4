import type { Place } from "./places.ts";
import type { LintSkillInput } from "./rule.ts";

/** Where a field stands in a SKILL.md; the first line when its key cannot be found. */
export function fieldPlace({ text, bodyLine }: LintSkillInput, key: string): Place {
  let start = 0;
  for (let line = 1; line < bodyLine; line += 1) {
    const isField =
      text.startsWith(key, start) && /^[ \t]*:/.test(text.slice(start + key.length, start + 64));
    if (isField) return { line, column: 1 };
    start = text.indexOf("\n", start) + 1;
    if (start === 0) break;
  }
  return { line: 1, column: 1 };
}
