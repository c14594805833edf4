import { once } from "../basics/once.ts";
import type { LintSkillInput } from "./rule.ts";

/** One-based position in a text; columns count UTF-16 units. */
export interface LintPlace {
  readonly line: number;
  readonly column: number;
}

/** Converts offsets to positions. Line starts are computed at the first lookup, once for all. */
export function placesIn(text: string, firstLine = 1): (offset: number) => LintPlace {
  const linesIn = once(() => {
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  });
  return (offset) => {
    const starts = linesIn();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: firstLine + low, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** Position of a field in a SKILL.md; the first line if its key cannot be found. */
export function fieldPlace({ text, bodyLine }: LintSkillInput, key: string): LintPlace {
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
