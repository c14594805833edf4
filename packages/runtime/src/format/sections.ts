import { outlineOf } from "./outline.ts";

/** The named sections of a note skill. All are optional. */
export interface SkillSections {
  readonly purpose?: string;
  readonly whenToUse?: string;
  readonly outputTemplate?: string;
  readonly guidelines?: string;
  readonly qualityChecklist?: string;
  readonly variants?: string;
}

const SECTION_NAMES: ReadonlyMap<string, keyof SkillSections> = new Map([
  ["purpose", "purpose"],
  ["when-to-use", "whenToUse"],
  ["output-template", "outputTemplate"],
  ["guidelines", "guidelines"],
  ["quality-checklist", "qualityChecklist"],
  ["variants", "variants"],
]);

/**
 * Reads `## Purpose`, `## When to Use` and similar headings. A section includes the deeper headings below it; the first
 * of a name counts.
 */
export function sectionsOf(body: string): SkillSections {
  const outline = outlineOf(body, () => 0);
  const found: { -readonly [Name in keyof SkillSections]?: string } = {};
  for (const [index, section] of outline.entries()) {
    const name = section.depth === 0 ? undefined : SECTION_NAMES.get(section.key);
    if (name === undefined) continue;
    const next = outline.slice(index + 1).find((later) => later.depth <= section.depth);
    const text = body.slice(section.start, next?.start ?? body.length);
    found[name] = text.slice(text.indexOf("\n") + 1 || text.length).trim();
  }
  return found;
}
