import { baseName, isInside, parentPath } from "../basics/paths.ts";
import type { DiagnosticCode } from "../codes.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { Decision, LibraryEntry, Rejection } from "../library.ts";

/** The entries of one name, and all diagnostics. */
export interface Known {
  readonly entries: readonly LibraryEntry[];
  readonly rejections: readonly Rejection[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Diagnostics about paths that were never read, so no entry and no rejection mentions them. */
const REFUSALS: ReadonlySet<DiagnosticCode> = new Set([
  "discovery.root-unreadable",
  "discovery.root-outside-project",
  "discovery.entry-unreadable",
  "discovery.not-a-file",
  "discovery.link-outside-root",
  "discovery.link-broken",
  "discovery.skill-at-root",
]);

/** Explains what discovery refused under a name: a path with this name, or one directly inside such a directory. */
export function explainRefusals(name: string, known: Known): readonly Decision[] {
  return known.diagnostics.flatMap(({ code, path, message, hint }): readonly Decision[] => {
    if (path === undefined || !REFUSALS.has(code) || !isNamed(path, name) || isExplained(path, known))
      return [];
    const detail = hint === undefined ? message : `${message}; ${hint}`;
    return [{ stage: "discovery", outcome: "refused", detail }];
  });
}

function isNamed(path: string, name: string): boolean {
  return baseName(path) === name || baseName(parentPath(path)) === name;
}

/** True for a path that an entry or a rejection already explains. */
function isExplained(path: string, { entries, rejections }: Known): boolean {
  return (
    entries.some(({ skill }) => isInside(path, skill.directory)) ||
    rejections.some((rejection) => rejection.path === path)
  );
}
