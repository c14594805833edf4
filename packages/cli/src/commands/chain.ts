import { CliError } from "../io/cli-error.ts";
import { executeRun } from "../running/execute-run.ts";
import { refuseMissing } from "../running/for-users.ts";
import { completeInputs } from "../running/missing-inputs.ts";
import { planAnswer } from "../running/plan-answer.ts";
import { readInputs } from "../running/read-inputs.ts";
import { findEntry } from "../runtime/find-entry.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Command } from "../table/command.ts";

/** `knowhow chain a,b,c`: runs skills one after the other; outputs feed inputs by name. */
export const chain: Command = (call) => {
  const { args, io } = call;
  const names = args.positionals.flatMap((word) => word.split(",")).map((name) => name.trim());
  if (names.includes(""))
    throw new CliError("cli.bad-value", "the name of a skill is empty", "expected names such as a,b,c");
  return executeRun(call, async (opened) => {
    const runtime = await opened.library();
    const skills = names.map((name) => findEntry(runtime.library, name).skill.name);
    const { value: first } = await runtime.define(skills[0] ?? "");
    const workflow = first?.skills[first.entry]?.workflow;
    const line = `knowhow chain ${skills.join(",")}`;
    const inputs = await completeInputs(await readInputs(call, [], undefined), workflow, { io, line });
    if (args.has("dry-run")) return planAnswer(runtime, skills, { inputs });
    const directory = workingDirectory(args, io);
    const result = await runtime.runs
      .chain(skills, inputs, { directory, by: "user" })
      .catch((error: unknown) => refuseMissing(error, () => runtime.runs.plan(skills, inputs)));
    return { runtime, result };
  });
};
