import { KnowhowError } from "../errors.ts";
import { bodyVersion } from "../format/body-facts.ts";
import { parseSkillMd } from "../format/parse-skill-md.ts";
import type { SkillText } from "../library.ts";
import { isInside } from "../paths.ts";
import type { Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Skill } from "../skill.ts";

/** Reads a skill's file again. A link that appeared since discovery is not followed out of the skill's root. */
export async function readSkillText(
  skill: Skill,
  limits: WalkLimits,
  ports: Pick<Ports, "files" | "hash">,
): Promise<SkillText> {
  const real = await ports.files.realpath(skill.path);
  const root = await ports.files.realpath(skill.origin.root);
  const directory = await ports.files.realpath(skill.directory);
  const contained =
    real !== undefined && [root, directory].some((fence) => fence !== undefined && isInside(real, fence));
  const read = contained ? await ports.files.readText(real, limits.skillBytes) : undefined;
  if (read?.text === undefined) {
    throw new KnowhowError(
      "runtime.unreadable-skill",
      `the file of "${skill.name}" cannot be read: ${skill.path}`,
      {
        hint: "it was removed, replaced or grew too large; reload the library",
      },
    );
  }
  const { value, diagnostics } = parseSkillMd(read.text);
  const version = bodyVersion(value.body, ports.hash);
  return {
    skill,
    text: read.text,
    body: value.body,
    bodyLine: value.bodyLine,
    version,
    changed: version !== skill.version,
    diagnostics,
  };
}
