import type { JsonValue } from "../basics/copy-json.ts";
import { showPath } from "../basics/kind.ts";
import { KnowhowError } from "../errors.ts";
import type { RunInputs } from "../execution/run/run-context.ts";
import { checkRunInputs } from "../execution/workflow/check-run-inputs.ts";
import type { RunView, WorkflowSettings } from "../run.ts";
import type { RunDefinition } from "../workflow.ts";
import type { StartOptions } from "./run-options.ts";

/** The inputs with defaults. Throws if the skill has no workflow, or they do not match what it declares. */
export function checkInputs(
  definition: RunDefinition,
  inputs: RunInputs,
  { coerce = false }: Pick<StartOptions, "coerce">,
): RunInputs {
  const workflow = definition.skills[definition.entry]?.workflow;
  if (workflow === undefined)
    throw new KnowhowError("run.no-workflow", `the skill "${definition.entry}" has no workflow`, {
      hint: "load it in a conversation, or run it as part of a chain",
    });
  const checked = checkRunInputs(workflow, inputs, { coerce });
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

/** The inputs of a stored run with its secrets. Throws `run.secret-missing`. */
export async function withSecrets(
  run: RunView,
  known: RunInputs | undefined,
  settings: WorkflowSettings,
): Promise<RunInputs> {
  return { ...run.inputs, ...(await findSecrets(run, known, settings)) };
}

/** The secret inputs of a stored run. Throws `run.secret-missing`. */
export async function findSecrets(
  { id, skill, definition }: RunView,
  known: RunInputs | undefined,
  { secrets: find }: WorkflowSettings,
): Promise<RunInputs> {
  const workflow = definition.skills[definition.entry]?.workflow;
  const names = workflow?.secrets ?? [];
  if (names.length === 0) return {};
  const found = { ...(await find?.(names, { id, skill })), ...known };
  const { required = [] } = workflow?.inputs ?? {};
  const missing = names.find(
    (name) => !Object.hasOwn(found, name) && Array.isArray(required) && required.includes(name),
  );
  if (missing === undefined) return found;
  throw new KnowhowError("run.secret-missing", `the secret input "${missing}" is not available`, {
    hint: "secrets are never stored: pass `workflows.secrets` to createRuntime, which finds them again",
  });
}
