import { realPlaceOf } from "../basics/real-place.ts";
import { isKnowhowError } from "../errors.ts";
import { parseSkillMd } from "../format/parse-skill-md.ts";
import { bodyVersion } from "../format/summary.ts";
import type { SkillText } from "../library.ts";
import type { Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Skill } from "../skill.ts";
import { movedSkill, sameFile } from "./same-place.ts";

/** Reads a skill's file again, from exactly where discovery found it; throws when something else is there now. */
export async function readSkillText(
  skill: Skill,
  limits: WalkLimits,
  ports: Pick<Ports, "files" | "hash">,
): Promise<SkillText> {
  const text = await readFile(skill, limits, ports);
  const { value, diagnostics } = parseSkillMd(text);
  const head = await ports.files.head?.(realPlaceOf(skill).path);
  const version = head?.version ?? bodyVersion(value.body, ports.hash);
  return {
    skill,
    text,
    body: value.body,
    bodyLine: value.bodyLine,
    version,
    changed: (head === undefined || head.version !== undefined) && version !== skill.version,
    diagnostics,
  };
}

async function readFile(skill: Skill, limits: WalkLimits, { files }: Pick<Ports, "files">): Promise<string> {
  const real = await sameFile(skill, files);
  try {
    const text = real === undefined ? undefined : (await files.readText(real, limits.skillBytes))?.text;
    if (text !== undefined) return text;
  } catch (error) {
    if (isKnowhowError(error)) throw error;
    throw movedSkill(skill, `the file ${skill.path}`, error);
  }
  throw movedSkill(skill, `the file ${skill.path}`);
}
