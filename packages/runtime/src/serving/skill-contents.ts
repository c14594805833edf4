import type { Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Skill } from "../skill.ts";
import { digestSkill } from "./digest-skill.ts";

/** The digests of a skill's directory and its files. */
export interface SkillContents {
  /** Digest of the whole directory. */
  readonly digest: string;
  /** SHA-256 of each of its files. */
  readonly files: ReadonlySet<string>;
}

/** Computes the digests of a skill's whole directory and of its files from the same bytes. */
export async function skillContents(
  skill: Skill,
  limits: WalkLimits,
  { files, hash }: Pick<Ports, "files" | "hash">,
): Promise<SkillContents> {
  const seen = new Set<string>();
  const sha256: typeof hash.sha256 = (data) => {
    const hex = hash.sha256(data);
    seen.add(hex);
    return hex;
  };
  const digest = await digestSkill(skill, limits, { files, hash: { running: () => hash.running(), sha256 } });
  return { digest, files: seen };
}
