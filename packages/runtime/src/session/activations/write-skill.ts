import type { OutlineSection } from "../../format/outline.ts";
import { skillMessage } from "../../injection/arguments/slash-message.ts";
import { escapeXml, fence } from "../../injection/escape-text.ts";
import type { ActivationPolicy } from "../../profile.ts";
import type { Resource, Skill } from "../../skill.ts";

/** The content that an activation gives to the model. */
export interface SkillPassage {
  readonly skill: Skill;
  readonly body: string;
  /** The arguments that the user wrote after the name. */
  readonly args?: string | undefined;
  readonly resources: readonly Resource[];
  /** Given instead of the body if that is too long to load in full. */
  readonly outline?: readonly OutlineSection[];
}

/** The instructions in a rendered skill, without the wrapper. */
export function writeInstructions(
  { skill, body, args, outline }: Omit<SkillPassage, "resources">,
  { wrapper }: ActivationPolicy,
): string {
  if (wrapper !== "structured") return body.trim();
  return outline === undefined ? fence(body.trimEnd()) : writeOutline(skill, outline, args);
}

/** Renders a body for the model in the profile's wrapper. */
export function writeSkill(passage: SkillPassage, activation: ActivationPolicy): string {
  if (activation.wrapper === "heading") {
    const { name, source } = passage.skill;
    return `# Skill: ${name} (source: ${source})\n\n${passage.body}`;
  }
  if (activation.wrapper === "message") {
    const { skill, body, args } = passage;
    return skillMessage({ path: skill.path, body, args });
  }
  const { skill, resources } = passage;
  return [
    `<skill_content name="${escapeXml(skill.name)}"${sourceOf(skill)}>`,
    writeInstructions(passage, activation),
    "",
    `Skill directory: ${oneLinePath(skill.directory)}`,
    "Relative paths in this skill are relative to the skill directory.",
    ...writeResources(resources, activation.maxListedFiles),
    "</skill_content>",
  ].join("\n");
}

/** The model must see which instructions come from a server. */
function sourceOf({ origin }: Skill): string {
  return origin.remote === undefined ? "" : ` source="${escapeXml(origin.provider)}"`;
}

function writeResources(resources: readonly Resource[], limit: number): readonly string[] {
  if (resources.length === 0) return [];
  const listed = resources.slice(0, limit).map((resource) => `<file>${escapeXml(resource.path)}</file>`);
  const rest = resources.length - listed.length;
  const more = rest > 0 ? [`(${rest} more files are not listed)`] : [];
  return ["<skill_resources>", ...listed, ...more, "</skill_resources>"];
}

function writeOutline(skill: Skill, outline: readonly OutlineSection[], args = ""): string {
  const lines = outline.map(({ key, title, depth, tokens }) => {
    const indent = "  ".repeat(Math.max(0, depth - 1));
    return `${indent}- ${key}${title === "" ? "" : `: ${fence(title)}`} (${tokens} tokens)`;
  });
  const intro = `This skill is long (${skill.tokens} tokens). Read only the sections you need, by their key:`;
  const given = args === "" ? [] : ["", `ARGUMENTS: ${fence(args)}`];
  return [intro, ...lines, ...given].join("\n");
}

function oneLinePath(path: string): string {
  return fence(path.replace(/[\r\n]/g, " "));
}
