import type { Runtime } from "@knowhow/runtime";
import type { ChainElement } from "@knowhow/runtime/workflows";
import { CliError } from "../io/cli-error.ts";
import { executeRun } from "../running/execute-run.ts";
import { refuseMissing } from "../running/for-users.ts";
import { completeInputs } from "../running/missing-inputs.ts";
import { planAnswer } from "../running/plan-answer.ts";
import { pairsOf, readInputs } from "../running/read-inputs.ts";
import { findEntry } from "../runtime/find-entry.ts";
import { refuseWithPlan } from "../runtime/rehearse.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Arguments } from "../table/arguments.ts";
import type { Command } from "../table/command.ts";

/** `knowhow chain a,b,c`: runs skills one after the other; outputs feed inputs by name. */
export const chain: Command = (call) => {
  const { args, io } = call;
  const names = args.positionals.flatMap((word) => word.split(",")).map((name) => name.trim());
  if (names.includes(""))
    throw new CliError("cli.bad-value", "the name of a skill is empty", "expected names such as a,b,c");
  return executeRun(call, async (opened) => {
    const runtime = await opened.library();
    const entries = names.map((name) => findEntry(runtime.library, name));
    const skills = entries.map(({ skill }) => skill.name);
    for (const entry of entries)
      await runtime.define(entry.skill.name).catch((error: unknown) => refuseWithPlan(error, entry, call));
    const elements = elementsOf(skills, args, runtime);
    const { value: first } = await runtime.define(skills[0] ?? "");
    const workflow = first?.skills[first.entry]?.workflow;
    const line = `knowhow chain ${skills.join(",")}`;
    const inputs = await completeInputs(await readInputs(call, [], undefined), workflow, { io, line });
    if (args.has("dry-run")) return planAnswer(runtime, elements, { inputs });
    const directory = workingDirectory(args, io);
    const result = await runtime.runs
      .chain(elements, inputs, { directory, by: "user", coerce: true, background: args.has("detach") })
      .catch((error: unknown) =>
        refuseMissing(error, () => runtime.runs.plan(elements, inputs, { coerce: true })),
      );
    return { runtime, result };
  });
};

/** The skills of a chain with what the options say about them. */
function elementsOf(
  skills: readonly string[],
  args: Arguments,
  { library }: Pick<Runtime, "library">,
): readonly ChainElement[] {
  const inChain = (option: string, name: string): string => {
    const found = findEntry(library, name).skill.name;
    if (skills.includes(found)) return found;
    throw new CliError(
      "cli.bad-value",
      `--${option}: the skill "${found}" is not in the chain`,
      `the chain has ${skills.join(", ")}`,
    );
  };
  const conditions = new Map(
    pairsOf(args, "condition", "SKILL=EXPRESSION").map(([name, value]) => [
      inChain("condition", name),
      value,
    ]),
  );
  const going = new Set(args.list("continue-on-error").map((name) => inChain("continue-on-error", name)));
  return skills.map((skill) => {
    const condition = conditions.get(skill);
    return {
      skill,
      continueOnError: going.has(skill),
      ...(condition === undefined ? {} : { condition }),
    };
  });
}
