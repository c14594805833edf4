import { splitFrontmatter } from "../format/split-frontmatter.ts";
import type { FileSystem } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import { sameFile } from "../serving/same-place.ts";
import type { Skill } from "../skill.ts";

/** A skill's body as it is now; empty when it cannot be read, which costs this skill its body's words and nothing else. */
export async function readBody(skill: Skill, limits: WalkLimits, files: FileSystem): Promise<string> {
  // A server's files are fetched when they are wanted, not to be indexed.
  if (skill.origin.remote !== undefined) return "";
  try {
    const real = await sameFile(skill, files);
    const text = real === undefined ? undefined : (await files.readText(real, limits.skillBytes))?.text;
    return text === undefined ? "" : splitFrontmatter(text).body;
  } catch {
    return "";
  }
}
