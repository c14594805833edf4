import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { mentionsOf } from "../mentions.ts";
import { placesIn } from "../places.ts";
import { referencesIn } from "../references.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";
import { type SkillFiles, skillFiles } from "../skill-files.ts";

/** agentskills.io: keep file references one level deep from SKILL.md and avoid nested chains. */
export const deepReference: SkillRule = { code: "lint.deep-reference", scope: "skill", check };

async function check(input: LintSkillInput): Promise<readonly Diagnostic[]> {
  const files = skillFiles(input.files);
  const mentioned = mentionsOf(input.body);
  const found: Diagnostic[] = [];
  for (const path of documentsIn(input.body, "SKILL.md", files).keys()) {
    const text = await input.readText(path);
    if (text === undefined) continue;
    const place = placesIn(text);
    for (const [target, at] of documentsIn(text, path, files)) {
      if (target === path || mentioned.covers(target)) continue;
      found.push(
        diagnose("lint.deep-reference", `\`${path}\` refers to \`${target}\`, which SKILL.md does not name`, {
          path,
          ...place(at),
          hint: `name \`${target}\` in SKILL.md, and say there when to read it`,
        }),
      );
    }
  }
  return found;
}

/** The documents of the skill that a text refers to, with the offset of the first reference. */
function documentsIn(text: string, from: string, files: SkillFiles): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const reference of referencesIn(text)) {
    const path = files.find(reference.path, from);
    const isDocument =
      path !== undefined && path !== "SKILL.md" && /\.(?:md|mdx|markdown|txt|rst|adoc)$/i.test(path);
    if (isDocument && !found.has(path)) found.set(path, reference.at);
  }
  return found;
}
