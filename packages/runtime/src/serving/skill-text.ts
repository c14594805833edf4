import { once } from "../basics/once.ts";
import { realPlaceOf } from "../basics/real-place.ts";
import { parseSkillMd } from "../format/parse-skill-md.ts";
import { sectionsOf } from "../format/sections.ts";
import { bodyVersion } from "../format/summary.ts";
import type { SkillText } from "../library.ts";
import type { Ports } from "../ports.ts";
import type { Skill } from "../skill.ts";
import { decodeText } from "./decode-text.ts";

/** Parses the current bytes of a skill's own file and compares them with the library. */
export async function skillText(
  skill: Skill,
  bytes: Uint8Array,
  ports: Pick<Ports, "files" | "hash">,
): Promise<SkillText> {
  const text = decodeText(bytes);
  const { value, diagnostics } = parseSkillMd(text);
  const head = await ports.files.head?.(realPlaceOf(skill).path);
  const version = head?.version ?? bodyVersion(value.body, ports.hash);
  const sections = once(() => sectionsOf(value.body));
  return {
    skill,
    text,
    body: value.body,
    bodyLine: value.bodyLine,
    get sections() {
      return sections();
    },
    version,
    changed: (head === undefined || head.version !== undefined) && version !== skill.version,
    diagnostics,
  };
}
