import { isInside, joinPath } from "../basics/paths.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { FileSystem } from "../ports.ts";
import { brokenLink, linkOutside, notAFile } from "./walk-diagnostics.ts";
import type { Found, Place, WalkScope } from "./walk-scope.ts";

/** `unusable`: an entry of this name exists and was reported; the walk does not go deeper. */
export type SkillFile =
  | { readonly kind: "found"; readonly found: Found }
  | { readonly kind: "unusable" }
  | { readonly kind: "absent" };

/** Finds a directory's SKILL.md, with a single `stat` if it exists and no link is involved. */
export async function findSkillFile(
  place: Place,
  scope: WalkScope,
  diagnostics: Diagnostic[],
): Promise<SkillFile> {
  const { files } = scope;
  for (const name of scope.fileNames) {
    const real = joinPath(place.real, name);
    const stat = await files.stat(real);
    if (stat === undefined || (files.caseInsensitive && !(await isNamedExactly(place.real, name, files))))
      continue;
    const path = joinPath(place.path, name);
    const reached = { path, directory: place.path, realDirectory: place.real };
    if (stat.kind === "file") return { kind: "found", found: { ...reached, real, stat } };
    if (stat.kind === "link") return followFile(real, reached, scope, diagnostics);
    diagnostics.push(notAFile(path, stat));
    return { kind: "unusable" };
  }
  return { kind: "absent" };
}

async function isNamedExactly(directory: string, name: string, files: FileSystem): Promise<boolean> {
  const entries = await files.list(directory);
  return entries?.some((entry) => entry.name === name) ?? false;
}

async function followFile(
  link: string,
  reached: Omit<Found, "real" | "stat">,
  { files, trusted }: WalkScope,
  diagnostics: Diagnostic[],
): Promise<SkillFile> {
  const real = await files.realpath(link);
  const isTrusted = real !== undefined && trusted.some((place) => isInside(real, place));
  const stat = isTrusted ? await files.stat(real) : undefined;
  if (real !== undefined && stat?.kind === "file") {
    return { kind: "found", found: { ...reached, real, stat } };
  }
  const { path } = reached;
  if (stat !== undefined) diagnostics.push(notAFile(path, stat));
  else diagnostics.push(real === undefined || isTrusted ? brokenLink(path) : linkOutside(path, real));
  return { kind: "unusable" };
}
