import { findNeeds } from "../execution/needs/find-needs.ts";
import type { RunInputs } from "../execution/run/run-context.ts";
import type { ActionExecutionResult, MissingNeed, RunNeed } from "../run.ts";
import type { RunDefinition } from "../workflow.ts";
import { compareNeeds, missingError, offerOf } from "./check-needs.ts";
import { executeRun, type RunMemory } from "./execute-run.ts";
import { splitSecrets } from "./run-inputs.ts";
import type { ExecuteOptions, StartOptions } from "./run-options.ts";
import { applicationOf, type RunsContext } from "./runs-context.ts";

/** A run that is about to be stored. */
export interface NewRun {
  readonly id: string;
  readonly definition: RunDefinition;
  /** Checked inputs, with secrets. */
  readonly inputs: RunInputs;
  /** The secrets among them that were given. */
  readonly secrets: readonly RunNeed[];
}

/** Stores a run and executes it. Throws `run.missing`, and stores nothing, if steps need something that is missing. */
export async function beginRun(
  { id, definition, inputs: given, secrets: secretNeeds }: NewRun,
  { background = false, variant, directory, outside, signal, scope, ...options }: StartOptions,
  context: RunsContext,
  memory: RunMemory,
): Promise<ActionExecutionResult> {
  const { runs, settings, now } = context;
  const keepsOptional = background && (options.tools ?? settings.tools) === undefined;
  const offer = offerOf(options, context);
  const { needs, missing, notes } = await compareNeeds(findNeeds(definition), offer, { keepsOptional });
  // A worker may have what is missing here.
  if (missing.length > 0 && !background) throw missingError(definition.entry, missing);
  const { inputs, secrets } = splitSecrets(definition, given);
  if (Object.keys(secrets).length > 0) memory.secrets.set(id, secrets);
  // What limits the run is stored with it, so that it also limits whoever continues it.
  const { declarations: ceiling, grants, ...names } = scope ?? {};
  const place = directory ?? settings.directory;
  const stored = {
    ...definition,
    ...(variant === undefined ? {} : { variant }),
    ...(ceiling === undefined ? {} : { ceiling }),
    ...(grants === undefined ? {} : { grants }),
    ...(place === undefined ? {} : { directory: place }),
    ...(outside === undefined ? {} : { outside }),
  };
  const application = applicationOf(settings);
  await runs.start(
    { id, definition: stored, inputs, startedAt: now(), application, needs: [...needs, ...secretNeeds] },
    { background },
  );
  const skill = definition.entry;
  sayMissing(notes, true, { id, skill, options, context });
  sayMissing(missing, false, { id, skill, options, context });
  if (background) return { runId: id, skill, status: "running", steps: [] };
  const handler = executeRun(context, memory, { ...options, scope: names }, { isChecked: true });
  return runs.run(id, handler, signal);
}

/** Tells the listeners what is missing here. */
function sayMissing(
  missing: readonly MissingNeed[],
  optional: boolean,
  {
    id: run,
    skill,
    options: { session, onEvent },
    context,
  }: {
    readonly id: string;
    readonly skill: string;
    readonly options: ExecuteOptions;
    readonly context: RunsContext;
  },
): void {
  for (const { kind, name } of missing) {
    const event = { type: "run.missing", skill, kind, name, optional } as const;
    context.emit(event, { run, ...(session === undefined ? {} : { session }) });
    onEvent?.(event);
  }
}
