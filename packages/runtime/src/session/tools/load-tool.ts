import { SKILL_NAME, type SkillTool, textOf } from "../../skill-tool.ts";

/** Loads a skill's instructions into the conversation. */
export const loadTool: SkillTool = {
  operation: "load",
  sideEffects: "read",
  properties: { name: SKILL_NAME },
  required: ["name"],
  canSucceed: (context) => context.loadable().length > 0,
  run: (args, context, call) => context.activate(textOf(args, "name"), call),
};
