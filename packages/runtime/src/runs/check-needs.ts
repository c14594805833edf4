import { KnowhowError } from "../errors.ts";
import { distinct, findNeeds, needKey, type StepNeed, scriptOf } from "../execution/needs/find-needs.ts";
import { MISSING_MODEL, missingScripts, missingTool } from "../execution/needs/missing-need.ts";
import { tryScript } from "../execution/needs/try-script.ts";
import type { MissingNeed, RunModel, RunNeed, RunScripts, RunView, ToolRegistry } from "../run.ts";
import type { ExecuteOptions } from "./run-options.ts";
import type { RunsContext } from "./runs-context.ts";

/** What an execution can use. */
export interface Offer {
  readonly tools: ToolRegistry;
  /** Undefined if scripts are turned off. */
  readonly scripts: RunScripts | undefined;
  readonly model: RunModel | undefined;
  /** True: without a model, prompts wait for an answer. */
  readonly promptsWait: boolean;
}

/** What an execution with these options can use. */
export function offerOf(
  { tools, scripts, model, promptsWait = false }: ExecuteOptions,
  { settings, scripts: openScripts }: Pick<RunsContext, "settings" | "scripts">,
): Offer {
  const grant = scripts ?? settings.scripts ?? {};
  return {
    tools: tools ?? settings.tools ?? { list: () => [] },
    scripts: grant === false ? undefined : openScripts(grant),
    model: model ?? settings.model,
    promptsWait,
  };
}

/** What steps need, compared with what can be used here. */
export interface ComparedNeeds {
  /** What the run must have wherever it is executed: everything, except optional things that are missing here. */
  readonly needs: readonly RunNeed[];
  readonly missing: readonly MissingNeed[];
  /** What is missing for steps that may be skipped or may fail. */
  readonly notes: readonly MissingNeed[];
}

/**
 * Compares what steps need with what can be used here. With `keepsOptional`, optional things that are missing here are needed,
 * too: a process that has no tools cannot tell what workers have.
 */
export async function compareNeeds(
  steps: readonly StepNeed[],
  offer: Offer,
  { keepsOptional = false }: { readonly keepsOptional?: boolean } = {},
): Promise<ComparedNeeds> {
  const all = distinct(steps);
  const lacks = await findLacks(all, offer);
  const isHere = (need: RunNeed) => !lacks.some((lack) => lack.need === need);
  const missingOf = (isOptional: boolean) =>
    eachOnce(
      lacks
        .filter(({ need }) => need.optional === isOptional && need.spare !== true)
        .map(({ missing }) => missing),
    );
  return {
    needs: all
      .filter((need) => keepsOptional || !need.optional || isHere(need))
      .map(({ kind, name, digest }) => ({ kind, name, ...(digest === undefined ? {} : { digest }) })),
    missing: missingOf(false),
    notes: missingOf(true),
  };
}

/** What is missing here of what is needed. Secrets are looked for elsewhere. */
export async function missingNeeds(needs: readonly RunNeed[], offer: Offer): Promise<readonly MissingNeed[]> {
  return eachOnce((await findLacks(needs, offer)).map(({ missing }) => missing));
}

/**
 * What the steps of a stored run need that have not ended: what it was started with, and what steps need that must not fail.
 * A run of an earlier version has only the latter.
 */
export function openNeeds({ definition, needs, result }: RunView): readonly RunNeed[] {
  const promised = new Set(needs.map(needKey));
  const ended = new Set(endedSteps(result).map(({ id }) => id));
  return distinct(
    findNeeds(definition).filter(
      (need) => !ended.has(need.step) && (!need.optional || promised.has(needKey(need))),
    ),
  );
}

/** The steps of a result that need not be executed again. */
export function endedSteps({ steps }: RunView["result"]): RunView["result"]["steps"] {
  return steps.filter(({ status }) => status !== "waiting" && status !== "running");
}

/** The run is refused: everything that is missing is listed, and is the cause of the error. */
export function missingError(skill: string, missing: readonly MissingNeed[]): KnowhowError {
  const hints = [...new Set(missing.flatMap(({ hint }) => (hint === undefined ? [] : [hint])))];
  return new KnowhowError(
    "run.missing",
    `"${skill}" cannot be run: ${missing.map(({ message }) => message).join("; ")}`,
    { cause: missing, ...(hints.length === 0 ? {} : { hint: hints.join("; ") }) },
  );
}

interface LackedNeed<Need extends RunNeed> {
  readonly need: Need;
  readonly missing: MissingNeed;
}

async function findLacks<Need extends RunNeed>(
  needs: readonly Need[],
  { tools, scripts, model, promptsWait }: Offer,
): Promise<readonly LackedNeed<Need>[]> {
  const listed = needs.some(({ kind }) => kind === "tool") ? await tools.list() : [];
  const known = new Set(listed.map(({ name }) => name));
  const missingOf = async (need: RunNeed): Promise<MissingNeed | undefined> => {
    if (need.kind === "tool") return known.has(need.name) ? undefined : missingTool(need.name, known);
    if (need.kind === "model") return model === undefined && !promptsWait ? MISSING_MODEL : undefined;
    if (need.kind !== "script") return undefined;
    if (scripts === undefined) return missingScripts(need);
    const call = { ...scriptOf(need), args: [], digest: need.digest ?? "" };
    return (await tryScript(call, need, scripts)).missing;
  };
  const lacks: LackedNeed<Need>[] = [];
  for (const need of needs) {
    const missing = await missingOf(need);
    if (missing !== undefined) lacks.push({ need, missing });
  }
  return lacks;
}

/** Each missing thing once: two scripts may need the same program. */
function eachOnce(missing: readonly MissingNeed[]): readonly MissingNeed[] {
  const keys = missing.map(needKey);
  return missing.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}
