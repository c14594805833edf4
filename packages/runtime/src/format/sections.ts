import { type OutlineSection, outlineOf } from "./outline.ts";

/** The named sections of a note skill. All are optional. */
export interface SkillSections {
  readonly purpose?: string;
  readonly whenToUse?: string;
  readonly outputTemplate?: string;
  readonly guidelines?: string;
  readonly qualityChecklist?: string;
  readonly variants?: string;
}

/** A body, taken apart without loss. */
export interface SplitBody {
  readonly sections: SkillSections;
  /** Everything outside the named sections, headings included, in the order of the body. */
  readonly rest: string;
}

const SECTION_NAMES: ReadonlyMap<string, keyof SkillSections> = new Map([
  ["purpose", "purpose"],
  ["when-to-use", "whenToUse"],
  ["output-template", "outputTemplate"],
  ["guidelines", "guidelines"],
  ["quality-checklist", "qualityChecklist"],
  ["variants", "variants"],
]);

interface NamedSection {
  readonly name: keyof SkillSections;
  readonly depth: number;
  readonly start: number;
  /** Where the text below the heading begins. */
  readonly text: number;
  readonly end: number;
}

/**
 * Reads `## Purpose`, `## When to Use` and their kin. A section includes the deeper headings below it. Of several with one
 * name the shallowest counts, then the first; a heading inside another named section is part of that one.
 */
export function sectionsOf(body: string): SkillSections {
  return splitBody(body).sections;
}

/** Takes the named sections out of a body; `wanted` leaves some of them in the rest. */
export function splitBody(
  body: string,
  wanted: readonly (keyof SkillSections)[] = [...SECTION_NAMES.values()],
): SplitBody {
  const chosen = chooseSections(namedSections(body).filter(({ name }) => wanted.includes(name)));
  const sections: { -readonly [Name in keyof SkillSections]?: string } = {};
  const rest: string[] = [];
  let at = 0;
  for (const { name, start, text, end } of chosen) {
    sections[name] = body.slice(text, end).trim();
    rest.push(body.slice(at, start));
    at = end;
  }
  rest.push(body.slice(at));
  return { sections, rest: rest.join("").trim() };
}

function namedSections(body: string): readonly NamedSection[] {
  /** Where the next heading of each depth begins, seen from the heading that is looked at. */
  const next = Array.from({ length: 7 }, () => body.length);
  const found: NamedSection[] = [];
  for (const section of outlineOf(body, () => 0).toReversed()) {
    const { depth, start, text } = section;
    const name = depth === 0 ? undefined : SECTION_NAMES.get(baseKey(section));
    if (name !== undefined) found.push({ name, depth, start, text, end: next[depth] ?? body.length });
    next.fill(start, depth);
  }
  return found;
}

/** The key without the number that tells equal headings apart. */
function baseKey({ title }: OutlineSection): string {
  return (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join("-");
}

/** One section per name, none inside another, in the order of the body. */
function chooseSections(found: readonly NamedSection[]): readonly NamedSection[] {
  const chosen: NamedSection[] = [];
  for (const section of found.toSorted((a, b) => a.depth - b.depth || a.start - b.start)) {
    const isTaken = chosen.some(
      ({ name, start, end }) => name === section.name || (section.start >= start && section.start < end),
    );
    if (!isTaken) chosen.push(section);
  }
  return chosen.sort((a, b) => a.start - b.start);
}
