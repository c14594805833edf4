import { type SkillTool, textOf } from "./skill-tool.ts";

/** Loads a skill's instructions into the conversation. */
export const loadTool: SkillTool = {
  operation: "load",
  properties: { name: { type: "string", minLength: 1, maxLength: 64 } },
  required: ["name"],
  canSucceed: (scene) => scene.loadable().length > 0,
  run: (args, scene, context) => scene.activate(textOf(args, "name"), context),
};
