import { withoutHidden } from "../../basics/hidden-characters.ts";
import type { TemplateReference } from "../template/template.ts";

/** Where text from outside in a value is from: names of tools. Empty if the value has none. */
export type Sources = readonly string[];

/** A value that has no text from outside. */
export const INSIDE: Sources = [];

/** What a template reads from its scope. */
export type Reads = readonly Pick<TemplateReference, "name" | "path">[];

/** What is known about the names of a scope. */
export interface SourceLookup {
  sources(name: string, path: TemplateReference["path"]): Sources;
}

/** The sources of everything that a template reads. What it makes of it counts as from there, too. */
export function sourcesOf(reads: Reads, scope: SourceLookup): Sources {
  let found = INSIDE;
  for (const { name, path } of reads) found = joinSources(found, scope.sources(name, path));
  return found;
}

/** All sources, each once. */
export function mergeSources(all: readonly Sources[]): Sources {
  return all.reduce(joinSources, INSIDE);
}

/** Every step calls it, almost always with the same sources, for which nothing is allocated. */
function joinSources(some: Sources, more: Sources): Sources {
  if (more === some || more.length === 0) return some;
  if (some.length === 0) return more;
  return more.every((source) => some.includes(source)) ? some : [...new Set([...some, ...more])];
}

/** Sources as a reader sees them: `http.get, files.read`. */
export function nameSources(sources: Sources): string {
  return sources.join(", ");
}

const MAX_QUOTE = 300;
const BREAKS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;
/** What looks like the quotation mark that ends the text. */
const QUOTES = /[\u201c-\u201f\u2033\u2036\u275d\u275e\u301d-\u301f\uff02\u02ba\u02dd\u02ee]/g;

/** Text from outside in a question to a person: one line in quotation marks, with its source. */
export function quoteOutside(text: string, sources: Sources): string {
  const line = withoutHidden(text.replace(BREAKS, " ")).replace(QUOTES, "'").replace(/ {2,}/g, " ").trim();
  const short = line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
  return `${JSON.stringify(short)} [from ${nameSources(sources)}]`;
}

/** True for a number, a date or a truth value, which cannot tell anybody what to do. */
export function isPlainValue(text: string): boolean {
  return /^(?:[-+]?\d[\d.,:%+-]{0,30}(?:T\d[\d:.]{0,20}Z?)?|true|false|null|none)?$/i.test(text.trim());
}
