import type { ToolResult } from "../../conversation.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import { failure, type SkillTool, success, textOf, unknownSkill } from "./skill-tool.ts";

const properties = { name: { type: "string", minLength: 1, maxLength: 64 } } as const;

/** autopoiesis `validate_skill`: structure and metadata by the profile's rules. */
export const validateTool: SkillTool = {
  operation: "validate",
  properties,
  required: ["name"],
  canSucceed: (context) => context.loadable().length > 0,
  run: async (args, context) => {
    const skill = context.find(textOf(args, "name"));
    if (skill === undefined) return failure(unknownSkill(textOf(args, "name")));
    return report(skill.name, "valid", await context.engine.validate(skill));
  },
};

/** autopoiesis `lint_skill`: advice on the instructions. */
export const lintTool: SkillTool = {
  operation: "lint",
  properties,
  required: ["name"],
  canSucceed: (context) => context.loadable().length > 0,
  run: async (args, context) => {
    const skill = context.find(textOf(args, "name"));
    if (skill === undefined) return failure(unknownSkill(textOf(args, "name")));
    return report(skill.name, "clean", await context.engine.lint(skill));
  },
};

function report(name: string, word: string, diagnostics: readonly Diagnostic[]): ToolResult {
  const metadata = { skill_id: name, findings: diagnostics.length };
  if (diagnostics.length === 0) return success(`The skill "${name}" is ${word}.`, metadata);
  const lines = diagnostics.map(({ severity, code, message, line, hint }) => {
    const place = line === undefined ? "" : ` (line ${line})`;
    return `- ${severity}: ${message}${place} [${code}]${hint === undefined ? "" : `. ${hint}`}`;
  });
  return success([`The skill "${name}" has ${diagnostics.length} findings:`, ...lines].join("\n"), metadata);
}
