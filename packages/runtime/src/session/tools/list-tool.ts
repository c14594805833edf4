import { escapeLine, oneLine } from "../../injection/escape-text.ts";
import type { Skill } from "../../skill.ts";
import { type SkillTool, success } from "../../skill-tool.ts";

/** autopoiesis `list_skills`: name, description, version and tags of every skill. */
export const listTool: SkillTool = {
  operation: "list",
  sideEffects: "read",
  properties: {},
  required: [],
  canSucceed: (context) => context.loadable().length > 0,
  run: async (_args, { loadable }) => {
    const skills = loadable();
    const text = skills.length === 0 ? "No skills are available." : skills.map(describe).join("\n");
    return success(text, { result_count: skills.length, result_names: skills.map((skill) => skill.name) });
  },
};

function describe({ name, description, fields }: Skill): string {
  const version = fields.version === undefined ? "" : ` (v${oneLine(fields.version)})`;
  const tags =
    fields.tags === undefined || fields.tags.length === 0 ? "" : ` [${oneLine(fields.tags.join(", "))}]`;
  return `- ${oneLine(name)}${version}: ${escapeLine(oneLine(description))}${tags}`;
}
