import { failure, SKILL_NAME, type SkillTool, textOf } from "../../skill-tool.ts";

/** Runs the workflow of a skill. */
export const runTool: SkillTool = {
  operation: "run",
  sideEffects: "execute",
  properties: {
    name: SKILL_NAME,
    inputs: { type: "object", description: "One value per input of the workflow." },
    answer: { type: "string", description: "Your answer, if the workflow asked you a question." },
  },
  required: ["name"],
  canSucceed: (context) => context.canRun(),
  run: async (args, context, call) => {
    const name = textOf(args, "name");
    const skill = context.find(name);
    if (skill === undefined) return failure(context.refuse(name));
    const answer = args.answer === undefined ? undefined : textOf(args, "answer");
    return context.run(skill, { inputs: args.inputs, answer }, call);
  },
};
