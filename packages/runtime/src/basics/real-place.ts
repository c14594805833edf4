import type { RealPlace, Skill } from "../skill.ts";

/**
 * Where discovery found a skill after resolving links: its identity, and the only place that its files are read from
 * later.
 */
export function realPlaceOf({
  real,
  path,
  directory,
}: Pick<Skill, "real" | "path" | "directory">): RealPlace {
  return real ?? { path, directory };
}
