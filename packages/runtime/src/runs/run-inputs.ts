import type { JsonValue } from "../basics/copy-json.ts";
import { showPath } from "../basics/kind.ts";
import { KnowhowError } from "../errors.ts";
import { missingSecret } from "../execution/needs/missing-need.ts";
import type { RunInputs } from "../execution/run/run-context.ts";
import { checkRunInputs } from "../execution/workflow/check-run-inputs.ts";
import type { RunNeed, RunView, WorkflowSettings } from "../run.ts";
import { hasSteps, type RunDefinition } from "../workflow.ts";
import type { StartOptions } from "./run-options.ts";

/** The inputs with defaults. Throws if the skill has no workflow, or they do not match what it declares. */
export function checkInputs(
  definition: RunDefinition,
  inputs: RunInputs,
  { coerce = false }: Pick<StartOptions, "coerce">,
): RunInputs {
  const skill = definition.skills[definition.entry];
  if (skill?.workflow === undefined || !hasSteps(skill))
    throw new KnowhowError("run.no-workflow", `the skill "${definition.entry}" has no workflow`, {
      hint: "load it in a conversation, or run it as part of a chain",
    });
  const checked = checkRunInputs(skill.workflow, inputs, { coerce });
  if (checked.ok) return checked.inputs;
  const { problems } = checked;
  const said = problems.map(({ path, message }) => `\`${showPath(path)}\` ${message}`).join("; ");
  const [first] = problems;
  throw new KnowhowError("run.invalid-inputs", `the inputs of "${definition.entry}" are not valid: ${said}`, {
    hint: first?.hint ?? `\`knowhow show ${definition.entry}\` lists the inputs`,
  });
}

/** Secret inputs are kept apart, because they are never stored. */
export function splitSecrets(
  definition: RunDefinition,
  given: RunInputs,
): { readonly inputs: RunInputs; readonly secrets: RunInputs } {
  const names = definition.skills[definition.entry]?.workflow?.secrets ?? [];
  const isSecret = ([name]: [string, JsonValue]) => names.includes(name);
  const entries = Object.entries(given);
  return {
    inputs: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secrets: Object.fromEntries(entries.filter(isSecret)),
  };
}

/** Names of the secret inputs that a run has values for: they are needed wherever it is executed. */
export function givenSecrets(definition: RunDefinition, given: RunInputs): readonly RunNeed[] {
  const names = definition.skills[definition.entry]?.workflow?.secrets ?? [];
  return names
    .filter((name) => Object.hasOwn(given, name) && given[name] !== null)
    .map((name) => ({ kind: "secret", name }));
}

/** The secret inputs of a stored run that are known here, and the names of those that are missing. */
export async function findSecrets(
  { id, skill, definition, needs }: RunView,
  known: RunInputs | undefined,
  { secrets: find }: WorkflowSettings,
): Promise<{ readonly found: RunInputs; readonly missing: readonly string[] }> {
  const { secrets: names = [], inputs } = definition.skills[definition.entry]?.workflow ?? {};
  if (names.length === 0) return { found: {}, missing: [] };
  const found = { ...(await find?.(names, { id, skill })), ...known };
  const required: readonly unknown[] = Array.isArray(inputs?.required) ? inputs.required : [];
  const isNeeded = (name: string) =>
    required.includes(name) || needs.some((need) => need.kind === "secret" && need.name === name);
  return { found, missing: names.filter((name) => isNeeded(name) && !Object.hasOwn(found, name)) };
}

/** The secret inputs of a stored run. Throws `run.secret-missing`. */
export async function requireSecrets(
  run: RunView,
  known: RunInputs | undefined,
  settings: WorkflowSettings,
): Promise<RunInputs> {
  const { found, missing } = await findSecrets(run, known, settings);
  const [name] = missing;
  if (name === undefined) return found;
  const { message, hint = "" } = missingSecret(name);
  throw new KnowhowError("run.secret-missing", message, { hint });
}
