import { baseName } from "../basics/paths.ts";
import { SKILL_FILE } from "../gate.ts";
import type { Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Skill } from "../skill.ts";
import { digestSkill } from "./digest-skill.ts";

/** The digests of a skill's directory and its files. */
export interface SkillContents {
  /** Digest of the whole directory. */
  readonly digest: string;
  /** SHA-256 of each of its files, by path; `SKILL.md` for the skill's own file. */
  readonly files: ReadonlyMap<string, string>;
}

/** Computes the digests of a skill's whole directory and of its files from the same bytes. */
export async function skillContents(
  skill: Skill,
  limits: WalkLimits,
  ports: Pick<Ports, "files" | "hash">,
): Promise<SkillContents> {
  const files = new Map<string, string>();
  const own = baseName(skill.path);
  const digest = await digestSkill(skill, limits, ports, (path, sha256) =>
    files.set(path === own ? SKILL_FILE : path, sha256),
  );
  return { digest, files };
}
