import type { Outcome } from "../diagnostics.ts";
import type { FileSystem } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Resource } from "../skill.ts";
import { listFiles } from "./list-files.ts";

/**
 * Lists every regular file below a skill but its SKILL.md: names and sizes, never contents.
 * The skill's directory may be reached through a link; links inside it are left out.
 */
export async function listResources(
  directory: string,
  limits: WalkLimits,
  files: FileSystem,
): Promise<Outcome<readonly Resource[]>> {
  const real = (await files.realpath(directory)) ?? directory;
  return listFiles({ path: directory, real }, limits, files);
}
