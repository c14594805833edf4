import { splitFrontmatter } from "../format/split-frontmatter.ts";
import { SKILL_FILE } from "../gate.ts";
import type { FileSystem } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Skill } from "../skill.ts";
import { decodeText } from "./decode-text.ts";
import { readInPlace } from "./in-place.ts";

/**
 * A skill's body for the matcher's index, which never leaves the process. Empty if it cannot be read; the skill is then
 * indexed without the words of its body.
 */
export async function readBody(skill: Skill, limits: WalkLimits, files: FileSystem): Promise<string> {
  // A server's files are fetched on demand, not for indexing.
  if (skill.origin.remote !== undefined) return "";
  try {
    const bytes = (await readInPlace(skill, SKILL_FILE, limits.skillBytes, files))?.bytes;
    return bytes === undefined ? "" : splitFrontmatter(decodeText(bytes)).body;
  } catch {
    return "";
  }
}
