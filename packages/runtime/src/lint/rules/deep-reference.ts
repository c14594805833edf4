import { once } from "../../basics/once.ts";
import { formatCount } from "../../basics/words.ts";
import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { bodyReferences } from "../body-parts.ts";
import { markdownParts } from "../markdown.ts";
import { mentionsOf } from "../mentions.ts";
import { type LintPlace, placesIn } from "../places.ts";
import { type Reference, referencesIn } from "../references.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";
import { type SkillFiles, skillFiles } from "../skill-files.ts";

/** agentskills.io: keep file references one level deep from SKILL.md and avoid nested chains. */
export const deepReference: SkillRule = { code: "lint.deep-reference", scope: "skill", check };

async function check(input: LintSkillInput): Promise<readonly Diagnostic[]> {
  if (!input.files.some(({ path }) => isDocument(path))) return [];
  const files = skillFiles(input.files);
  const mentioned = once(() => mentionsOf(input.body));
  const found = new Map<string, DeepTarget>();
  for (const path of documentsIn(bodyReferences(input), "SKILL.md", files).keys()) {
    const text = await input.readText(path);
    if (text === undefined) continue;
    const place = placesIn(text);
    for (const [target, at] of documentsIn(referencesIn(markdownParts(text)), path, files)) {
      if (target === path || mentioned().covers(target)) continue;
      const known = found.get(target);
      if (known === undefined) found.set(target, { path, ...place(at), others: 0 });
      else found.set(target, { ...known, others: known.others + 1 });
    }
  }
  return [...found].map(([target, { path, line, column, others }]) => {
    const more = others === 0 ? "" : ` and ${formatCount(others, "other file")}`;
    const verb = others === 0 ? "refers" : "refer";
    return diagnose(
      "lint.deep-reference",
      `\`${path}\`${more} ${verb} to \`${target}\`, which SKILL.md does not name`,
      {
        path,
        line,
        column,
        hint: `name \`${target}\`, its directory or a pattern such as \`*.md\` in SKILL.md, and say there when to read it`,
      },
    );
  });
}

/** A document that is reached only through others, with the first reference to it. */
interface DeepTarget extends LintPlace {
  readonly path: string;
  /** Number of further documents that refer to it. */
  readonly others: number;
}

/** The documents of the skill that the references of a text mean, with the offset of the first one. */
function documentsIn(
  references: readonly Reference[],
  from: string,
  files: SkillFiles,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const reference of references) {
    const path = files.find(reference.path, from);
    if (path !== undefined && isDocument(path) && !found.has(path)) found.set(path, reference.at);
  }
  return found;
}

function isDocument(path: string): boolean {
  return path !== "SKILL.md" && /\.(?:md|mdx|markdown|txt|rst|adoc)$/i.test(path);
}
