import { isInside } from "../basics/paths.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { brokenLink, linkOutside } from "./walk-diagnostics.ts";
import type { Place, WalkScope } from "./walk-scope.ts";

/**
 * The real path of a linked directory; undefined if it is not a directory, does not exist or is outside the trusted
 * directories.
 */
export async function followLink(
  link: Place,
  { files, trusted }: WalkScope,
  diagnostics: Diagnostic[],
): Promise<Place | undefined> {
  const real = await files.realpath(link.real);
  const stat = real === undefined ? undefined : await files.stat(real);
  if (real === undefined || stat === undefined) {
    diagnostics.push(brokenLink(link.path));
    return undefined;
  }
  if (stat.kind !== "directory") return undefined;
  if (trusted.some((directory) => isInside(real, directory))) return { ...link, real };
  diagnostics.push(linkOutside(link.path, real));
  return undefined;
}
