import type { SkillSections } from "../skill.ts";
import { type OutlineSection, outlineOf } from "./outline.ts";

/** A body split without loss. */
export interface SplitBody {
  readonly sections: SkillSections;
  /** Everything outside the named sections, including headings, in the order of the body. */
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
  /** Offset of the text below the heading. */
  readonly text: number;
  readonly end: number;
}

/**
 * Reads `## Purpose`, `## When to Use` and similar headings. A section includes the deeper headings below it. Of
 * several with one name the shallowest counts, then the first; a heading inside another named section is part of that
 * one.
 */
export function sectionsOf(body: string): SkillSections {
  return splitBody(body).sections;
}

/** Extracts the named sections of a body; sections that are not `wanted` stay in the rest. */
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
  /** Offset of the next heading of each depth after the current one. */
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

/** The key without the number that distinguishes equal headings. */
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
