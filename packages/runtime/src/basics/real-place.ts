import type { RealPlace, Skill } from "../skill.ts";

/** Where discovery really found a skill: its identity, and the fence of everything that is read of it later. */
export function realPlaceOf({
  real,
  path,
  directory,
}: Pick<Skill, "real" | "path" | "directory">): RealPlace {
  return real ?? { path, directory };
}
