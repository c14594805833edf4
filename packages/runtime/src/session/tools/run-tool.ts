import { failure, SKILL_NAME, type SkillTool, textOf } from "../../skill-tool.ts";

/** Runs the workflow of a skill, or one of its scripts. */
export const runTool: SkillTool = {
  operation: "run",
  sideEffects: "execute",
  properties: {
    name: SKILL_NAME,
    inputs: { type: "object", description: "One value per input of the workflow." },
    script: {
      type: "string",
      minLength: 1,
      description: "A file under scripts/ to run instead of the workflow.",
    },
    args: { type: "array", items: { type: "string" }, description: "Arguments of the script." },
    answer: { type: "string", description: "Your answer, if the workflow asked you a question." },
  },
  required: ["name"],
  canSucceed: (context) => context.canRun() || context.canRunScripts,
  run: async (args, context, call) => {
    const name = textOf(args, "name");
    const skill = context.find(name);
    if (skill === undefined) return failure(context.refuse(name));
    if (args.script !== undefined) {
      const words = Array.isArray(args.args) ? args.args.map(String) : [];
      return context.runScript(skill, { script: textOf(args, "script"), args: words }, call);
    }
    const answer = args.answer === undefined ? undefined : textOf(args, "answer");
    return context.run(skill, { inputs: args.inputs, answer }, call);
  },
};
