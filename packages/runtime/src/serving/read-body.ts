import { splitFrontmatter } from "../format/split-frontmatter.ts";
import { SKILL_FILE } from "../gate.ts";
import type { FileSystem } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Skill } from "../skill.ts";
import { decodeText } from "./decode-text.ts";
import { readInPlace } from "./in-place.ts";

/**
 * A skill's body for the matcher's index, which hands it to no one; empty when it cannot be read, which costs this skill
 * the words of its body and nothing else.
 */
export async function readBody(skill: Skill, limits: WalkLimits, files: FileSystem): Promise<string> {
  // A server's files are fetched when they are wanted, not to be indexed.
  if (skill.origin.remote !== undefined) return "";
  try {
    const bytes = (await readInPlace(skill, SKILL_FILE, limits.skillBytes, files))?.bytes;
    return bytes === undefined ? "" : splitFrontmatter(decodeText(bytes)).body;
  } catch {
    return "";
  }
}
