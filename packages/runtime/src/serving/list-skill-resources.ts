import type { Outcome } from "../diagnostics.ts";
import { listFiles } from "../discovery/list-files.ts";
import type { FileSystem } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Resource } from "../skill.ts";
import { movedSkill, type PlacedSkill, sameDirectory } from "./same-place.ts";

/** The other files of a skill that was found; throws when its directory is no longer the one that discovery found. */
export async function listSkillResources(
  skill: PlacedSkill,
  limits: WalkLimits,
  files: FileSystem,
): Promise<Outcome<readonly Resource[]>> {
  const real = await sameDirectory(skill, files);
  if (real === undefined) throw movedSkill(skill, `the directory ${skill.directory}`);
  return listFiles({ path: skill.directory, real }, limits, files);
}
