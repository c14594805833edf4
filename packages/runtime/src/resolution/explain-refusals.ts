import { baseName, isInside, parentPath } from "../basics/paths.ts";
import type { DiagnosticCode } from "../codes.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { Decision, LibraryEntry, Rejection } from "../library.ts";

/** What is known under one name, and everything that was noticed anywhere. */
export interface Known {
  readonly entries: readonly LibraryEntry[];
  readonly rejections: readonly Rejection[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What keeps a place from being looked at, so that no skill and no rejection tells of it. */
const REFUSALS: ReadonlySet<DiagnosticCode> = new Set([
  "discovery.root-unreadable",
  "discovery.root-outside-project",
  "discovery.entry-unreadable",
  "discovery.not-a-file",
  "discovery.link-outside-root",
  "discovery.link-broken",
  "discovery.skill-at-root",
]);

/** What discovery refused under a name: the place is called so, or lies directly in a directory that is. */
export function explainRefusals(name: string, known: Known): readonly Decision[] {
  return known.diagnostics.flatMap(({ code, path, message, hint }): readonly Decision[] => {
    if (path === undefined || !REFUSALS.has(code) || !isNamed(path, name) || isTold(path, known)) return [];
    const detail = hint === undefined ? message : `${message}; ${hint}`;
    return [{ stage: "discovery", outcome: "refused", detail }];
  });
}

function isNamed(path: string, name: string): boolean {
  return baseName(path) === name || baseName(parentPath(path)) === name;
}

/** What lies inside a skill that was found, or was rejected as a file, has its story already. */
function isTold(path: string, { entries, rejections }: Known): boolean {
  return (
    entries.some(({ skill }) => isInside(path, skill.directory)) ||
    rejections.some((rejection) => rejection.path === path)
  );
}
