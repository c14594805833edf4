import type { Runtime } from "@knowhow/runtime";
import { nearestWord } from "@knowhow/runtime/toolkit";
import type { RunDefinition } from "@knowhow/runtime/workflows";
import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import { reportPlan } from "../report/run.ts";
import { executeRun } from "../running/execute-run.ts";
import { refuseMissing } from "../running/for-users.ts";
import { completeInputs, refuseUnknown } from "../running/missing-inputs.ts";
import { planAnswer } from "../running/plan-answer.ts";
import { type Inputs, readInputs } from "../running/read-inputs.ts";
import { findEntry } from "../runtime/find-entry.ts";
import { refuseWithPlan } from "../runtime/rehearse.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Answer, Call, Command } from "../table/command.ts";
import { confirm } from "../terminal/confirm.ts";

/** `knowhow run <name> [words…]`: runs the workflow of a skill. */
export const run: Command = (call) => {
  const { args, io } = call;
  const [name = "", ...words] = args.positionals;
  return executeRun(call, async (opened) => {
    const runtime = await opened.library();
    const found = findEntry(runtime.library, name);
    const { skill } = found;
    const { value: definition } = await runtime
      .define(skill.name)
      .catch((error: unknown) => refuseWithPlan(error, found, call));
    const entry = definition?.skills[definition.entry];
    // A skill without steps has a body instead, and is refused.
    const workflow = entry?.body === undefined ? entry?.workflow : undefined;
    const variant = args.text("variant");
    const output = workflow?.output;
    if (variant !== undefined && workflow !== undefined)
      checkVariant(variant, output?.kind === "template" ? Object.keys(output.variants) : []);
    const given = await readInputs(call, words, workflow);
    refuseUnknown(given, workflow);
    const inputs = await completeInputs(given, workflow, { io, line: `knowhow run ${skill.name}` });
    const known = definition === undefined ? {} : { definition };
    if (args.has("dry-run")) return planAnswer(runtime, skill.name, { inputs, ...known });
    const refusal = args.has("yes")
      ? undefined
      : await refuseStart(runtime, skill.name, { inputs, call, ...known });
    if (refusal !== undefined) return refusal;
    const result = await runtime.runs
      .start(skill.name, inputs, {
        by: "user",
        coerce: true,
        background: args.has("detach"),
        directory: workingDirectory(args, io),
        ...(variant === undefined ? {} : { variant }),
        ...known,
      })
      .catch((error: unknown) =>
        refuseMissing(error, () => runtime.runs.plan(skill.name, inputs, { coerce: true, ...known })),
      );
    return { runtime, result };
  });
};

/** In a terminal, what would be written without a question is confirmed once before the start. */
async function refuseStart(
  runtime: Runtime,
  name: string,
  {
    inputs,
    call: { args, io },
    ...known
  }: { readonly inputs: Inputs; readonly call: Call; readonly definition?: RunDefinition },
): Promise<Answer | undefined> {
  if (args.text("allow-write") === undefined || io.ask === undefined) return undefined;
  const plan = await runtime.runs.plan(name, inputs, { coerce: true, ...known });
  if (plan.writes.length === 0 || plan.missing.length > 0) return undefined;
  const said = await confirm(io, {
    preview: (screen) => reportPlan(plan, screen),
    text: "Run it?",
    otherwise: "nothing was executed",
    noColor: args.has("no-color"),
  });
  if (said === "yes") return undefined;
  return { exit: EXIT.no, data: plan, text: () => "Nothing was executed." };
}

function checkVariant(variant: string, variants: readonly string[]): void {
  if (variants.includes(variant)) return;
  const near = nearestWord(variant, variants);
  const hint =
    variants.length === 0
      ? "the skill has no variants of its template"
      : near === undefined
        ? `expected one of ${variants.join(", ")}`
        : `did you mean ${near}?`;
  throw new CliError("cli.bad-value", `invalid value "${variant}" for --variant`, hint);
}
