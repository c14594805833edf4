import { type Diagnostic, diagnose } from "../diagnostics.ts";
import type { LibraryEntry } from "../library.ts";
import { skeletonOf } from "./confusables.ts";

/** Names without letters of other scripts or upper case. This covers most names with a single test. */
const PLAIN = /^[a-z0-9._-]*$/;

/** Reports names that a reader or a case-insensitive file system cannot tell apart. */
export function findLookAlikes(entries: readonly LibraryEntry[]): readonly Diagnostic[] {
  if (entries.every(({ skill }) => PLAIN.test(skill.name))) return [];
  const first = new Map<string, LibraryEntry>();
  const diagnostics: Diagnostic[] = [];
  for (const entry of entries) {
    if (entry.shadowedBy !== undefined || entry.state === "off") continue;
    const folded = skeletonOf(entry.skill.name);
    const other = first.get(folded);
    if (other === undefined) first.set(folded, entry);
    else diagnostics.push(lookAlike(other, entry));
  }
  return diagnostics;
}

function lookAlike({ skill: one }: LibraryEntry, { skill: other }: LibraryEntry): Diagnostic {
  const message = `"${other.name}" (${other.path}) looks like "${one.name}" (${one.path}) but is a different skill`;
  return diagnose("resolution.look-alike", message, {
    path: other.path,
    hint: "rename one of them, or turn one off",
  });
}
