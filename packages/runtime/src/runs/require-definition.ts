import type { Diagnostic, Outcome } from "../diagnostics.ts";
import { KnowhowError } from "../errors.ts";
import { lintWorkflow } from "../execution/workflow/lint/lint-workflow.ts";
import type { RunDefinition } from "../workflow.ts";
import { missingError } from "./check-needs.ts";
import { defineChain, nameOf } from "./define-chain.ts";
import type { ChainElement } from "./run-options.ts";
import type { RunsContext } from "./runs-context.ts";

/**
 * The definition of a run of a skill, read now unless it is given. Throws `run.invalid-workflow`, or `run.missing` if it only
 * calls skills that are not there.
 */
export async function requireDefinition(
  name: string,
  context: RunsContext,
  given?: RunDefinition,
): Promise<RunDefinition> {
  if (given !== undefined) return checkDefinition(given, name, context);
  return definitionOf(name, await context.define(name));
}

/** What was read. Throws `run.invalid-workflow` or `run.missing` if it cannot be run. */
export function definitionOf(
  name: string,
  { value, diagnostics }: Outcome<RunDefinition | undefined>,
): RunDefinition {
  if (value !== undefined) return value;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first !== undefined && errors.every(({ code }) => code === "workflow.unknown-skill"))
    throw missingError(
      name,
      errors.map(({ message, hint }) => ({
        kind: "skill",
        name: "",
        message,
        ...(hint === undefined ? {} : { hint }),
      })),
    );
  throw new KnowhowError(
    "run.invalid-workflow",
    `the workflow of "${name}" has errors: ${first?.message ?? ""}${placeOf(first)}`,
    { hint: first?.hint ?? `\`knowhow lint\` shows all of them` },
  );
}

/** The definition of skills that are run one after the other. */
export async function requireChain(
  elements: readonly ChainElement[],
  context: RunsContext,
): Promise<RunDefinition> {
  const definitions = await Promise.all(
    elements.map((element) => requireDefinition(nameOf(element), context)),
  );
  const chain = defineChain(elements, definitions, context.hash);
  checkExpressions(chain, context);
  return chain;
}

/** A misspelt condition must not show only after the first skills ran. */
function checkExpressions({ skills, entry }: RunDefinition, { settings }: RunsContext): void {
  const workflow = skills[entry]?.workflow;
  if (workflow === undefined) return;
  const found = lintWorkflow(workflow, { filters: Object.keys(settings.filters ?? {}) });
  const first = found.find(({ severity }) => severity === "error");
  if (first === undefined) return;
  const { message, hint } = first;
  throw new KnowhowError("run.invalid-workflow", `the chain has errors: ${message}`, {
    hint: hint ?? "a skill is named by its id in expressions, such as `retrieve_tasks` for retrieve-tasks",
  });
}

function placeOf({ path, line }: Partial<Diagnostic> = {}): string {
  if (path === undefined) return "";
  return ` (${path}${line === undefined ? "" : `:${line}`})`;
}

/** Only what this runtime read for a model can be run, because it passed every check of the gate. */
function checkDefinition(definition: RunDefinition, name: string, context: RunsContext): RunDefinition {
  if (context.isDefined(definition) && definition.entry === name) return definition;
  throw new KnowhowError(
    "runtime.bad-option",
    `runs: \`definition\` must be what \`define("${name}")\` of this runtime returned`,
    { hint: "leave it out, and the skill is read" },
  );
}
