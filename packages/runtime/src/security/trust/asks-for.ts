import { NO_TOOLS, type Skill, type SkillFields } from "../../skill.ts";

/** Fields that only describe a skill or restrict it. */
const HARMLESS: ReadonlySet<string> = new Set<keyof SkillFields>([
  ...(["version", "author", "homepage", "tags", "displayName", "shortDescription", "emoji"] as const),
  ...(["whenToUse", "whenNotToUse", "argumentHint", "arguments", "inputs", "output", "requires"] as const),
  ...(["disableModelInvocation", "agentReady", "internal", "disallowedTools", "relatedSkills"] as const),
  ...(["nodeType", "suggestedEdges", "githubRepo", "githubRef", "githubTreeSha", "githubPath"] as const),
  ...(["githubPinned", "localPath", "skillKey"] as const),
]);

/** What a skill's frontmatter requests beyond being read: tools, hooks, automatic loading. Untrusted text. */
export function asksFor({ allowedTools, fields }: Pick<Skill, "allowedTools" | "fields">): readonly string[] {
  const asked = allowedTools.filter((tool) => tool !== NO_TOOLS);
  const tools = asked.length === 0 ? [] : [`allowed-tools: ${asked.join(" ")}`];
  const others = Object.entries(fields).flatMap(([field, value]) => {
    const isNothing = value === undefined || value === false;
    if (HARMLESS.has(field) || isNothing || (field === "tools" && fields.tools?.[0] === NO_TOOLS)) return [];
    const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
    return [isList ? `${field}: ${value.join(", ")}` : field];
  });
  return [...tools, ...others];
}
