import { nearestWord } from "../basics/words.ts";
import { KnowhowError } from "../errors.ts";
import { findNeeds } from "../execution/needs/find-needs.ts";
import { missingSecret } from "../execution/needs/missing-need.ts";
import type { ActionExecutionResult, RunView } from "../run.ts";
import type { RunDefinition } from "../workflow.ts";
import { compareNeeds, missingError, offerOf } from "./check-needs.ts";
import { executeRun, type RunMemory } from "./execute-run.ts";
import { findSecrets } from "./run-inputs.ts";
import type { ForkOptions } from "./run-options.ts";
import { applicationOf, type RunsContext } from "./runs-context.ts";

/** Stores a copy of a run and executes it. Throws `run.missing`, and stores nothing, if its steps need something that is missing. */
export async function forkRun(
  run: RunView,
  { from, id, signal, ...execute }: ForkOptions & { readonly id: string },
  context: RunsContext,
  memory: RunMemory,
): Promise<ActionExecutionResult> {
  const { runs, settings, now } = context;
  const { definition } = run;
  const before = stepsBefore(definition, from);
  const steps = findNeeds(definition).filter(({ step }) => !before.has(step));
  const { needs, missing } = await compareNeeds(steps, offerOf(execute, context));
  const secrets = memory.secrets.get(run.id);
  const unknown = (await findSecrets(run, secrets, settings)).missing.map(missingSecret);
  if (missing.length + unknown.length > 0) throw missingError(run.skill, [...missing, ...unknown]);
  if (secrets !== undefined) memory.secrets.set(id, secrets);
  const copy = {
    id,
    startedAt: now(),
    application: applicationOf(settings),
    needs: [...needs, ...run.needs.filter(({ kind }) => kind === "secret")],
  };
  await runs.fork(run.id, copy, (key) => before.has(/^[a-z0-9_]+/.exec(key)?.[0] ?? ""));
  return runs.run(id, executeRun(context, memory, execute, { isChecked: true }), signal);
}

/** Ids of the top-level steps before one. */
function stepsBefore(definition: RunDefinition, from: string): ReadonlySet<string> {
  const ids = definition.skills[definition.entry]?.workflow?.steps.map(({ id }) => id) ?? [];
  if (ids.includes(from)) return new Set(ids.slice(0, ids.indexOf(from)));
  const near = nearestWord(from, ids);
  throw new KnowhowError("runtime.bad-option", `the run has no step "${from}"`, {
    hint: near === undefined ? `its steps are ${ids.join(", ")}` : `did you mean "${near}"?`,
  });
}
