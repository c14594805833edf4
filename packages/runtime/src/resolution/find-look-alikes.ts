import { type Diagnostic, diagnose } from "../diagnostics.ts";
import type { LibraryEntry } from "../library.ts";

/** Names in which nothing can be mistaken: most of them, so that they cost one test each. */
const PLAIN = /^[a-z0-9._-]*$/;

/** Says which names differ in nothing that a reader or a case-blind file system would notice. */
export function findLookAlikes(entries: readonly LibraryEntry[]): readonly Diagnostic[] {
  if (entries.every(({ skill }) => PLAIN.test(skill.name))) return [];
  const first = new Map<string, LibraryEntry>();
  const diagnostics: Diagnostic[] = [];
  for (const entry of entries) {
    if (entry.shadowedBy !== undefined || entry.state === "off") continue;
    const folded = foldName(entry.skill.name);
    const other = first.get(folded);
    if (other === undefined) first.set(folded, entry);
    else diagnostics.push(lookAlike(other, entry));
  }
  return diagnostics;
}

/** Unicode compatibility forms and letter case make no difference; upper case first, so that `ß` and `ss` are one. */
function foldName(name: string): string {
  return PLAIN.test(name) ? name : name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

function lookAlike({ skill: one }: LibraryEntry, { skill: other }: LibraryEntry): Diagnostic {
  const message = `"${other.name}" (${other.path}) looks like "${one.name}" (${one.path}) but is a different skill`;
  return diagnose("resolution.look-alike", message, {
    path: other.path,
    hint: "rename one of them, or turn one off",
  });
}
