import { noteAction, recordAction } from "../audit.ts";
import type { KnowhowEvent } from "../events.ts";
import { needKey } from "../execution/needs/find-needs.ts";
import { missingSecret } from "../execution/needs/missing-need.ts";
import type { CompiledSkill } from "../execution/run/compile-skill.ts";
import type { RunInputs } from "../execution/run/run-context.ts";
import { runDefinition } from "../execution/run/run-definition.ts";
import type { AuditRecord } from "../ports.ts";
import type { ActionExecutionResult, MissingNeed, RunHandler } from "../run.ts";
import { endedSteps, missingNeeds, offerOf, openNeeds } from "./check-needs.ts";
import { longTimer } from "./long-timer.ts";
import { findSecrets } from "./run-inputs.ts";
import type { ExecuteOptions } from "./run-options.ts";
import type { RunsContext } from "./runs-context.ts";
import { writeInstructions } from "./write-instructions.ts";

/** What the executions of a process share. */
export interface RunMemory {
  readonly compiled: Map<string, CompiledSkill>;
  /** Secret inputs of runs that were started here, by run; they are stored nowhere else. */
  readonly secrets: Map<string, RunInputs>;
}

/**
 * Executes a stored run until it ends or pauses, and tells the audit log and the listeners. If something is missing here, no
 * step is executed, and the run waits; what was checked before is not checked again.
 */
export function executeRun(
  context: RunsContext,
  { compiled, secrets }: RunMemory,
  options: ExecuteOptions,
  { isChecked = false }: { readonly isChecked?: boolean } = {},
): RunHandler {
  const { runs, settings, now } = context;
  return async (run, durable, signal) => {
    const { id, skill, definition, result } = run;
    const { session, onEvent } = options;
    const place = { run: id, ...(session === undefined ? {} : { session }) };
    const emit = (event: KnowhowEvent) => {
      context.emit(event, place);
      onEvent?.(event);
    };
    const { by: actor = "host" } = options;
    const row = { actor, skill, run: id, ...(session === undefined ? {} : { session }) } as const;
    const offer = offerOf(options, context);
    const { found, missing: unknown } = await findSecrets(run, secrets.get(id), settings);
    const missing = [
      ...(isChecked ? [] : await missingNeeds(openNeeds(run), offer)),
      ...unknown.map(missingSecret),
    ];
    const waitFor = async (paused: ActionExecutionResult, lacking: readonly MissingNeed[]) => {
      // A worker that tries again every few seconds says it once.
      if (namesOf(lacking) === namesOf(result.missing ?? [])) return paused;
      await noteAction(context.audit, {
        action: "run.paused",
        ...row,
        actor: "engine",
        detail: { kind: "missing", missing: namesOf(lacking).slice(0, 500) },
      });
      for (const { kind, name } of lacking) emit({ type: "run.missing", skill, kind, name, optional: false });
      emit({ type: "run.paused", skill, step: "", kind: "missing" });
      return paused;
    };
    if (missing.length > 0 && !signal.aborted)
      return waitFor({ runId: id, skill, status: "paused", steps: endedSteps(result), missing }, missing);
    const resumed = run.executions > 1 || result.status === "paused" || result.steps.length > 0;
    const { digest = "" } = definition.skills[definition.entry] ?? {};
    const weakened = weakenedPolicy(settings);
    if (weakened !== undefined)
      await recordAction(context.audit, {
        action: "config.weakened",
        ...row,
        actor: "host",
        detail: weakened,
      });
    await recordAction(context.audit, { action: resumed ? "run.resumed" : "run.started", ...row, digest });
    emit({ type: "run.started", skill, resumed });
    const { approver = context.approver } = options;
    const ended = await runDefinition(
      definition,
      { ...run.inputs, ...found },
      {
        ...offer,
        instruct: (called, given) => writeInstructions(called, given, context.firstArgument),
        runId: id,
        startedAt: run.startedAt,
        durable,
        needs: run.needs,
        approver,
        scope: options.scope,
        policy: settings.policy,
        limits: settings.limits,
        hash: context.hash,
        secret: () => runs.secret(),
        emit,
        audit: context.audit,
        session,
        filters: settings.filters,
        timeZone: settings.timeZone,
        signal,
        compiled,
        now,
        random: Math.random,
        timer: longTimer,
      },
    );
    if (ended.status === "paused" && ended.waiting !== undefined) {
      const { step, kind } = ended.waiting;
      await noteAction(context.audit, {
        action: "run.paused",
        ...row,
        actor: "engine",
        detail: { step, kind },
      });
      emit({ type: "run.paused", skill, step, kind });
      return ended;
    }
    if (ended.missing !== undefined) return waitFor(ended, ended.missing);
    secrets.delete(id);
    const status = ended.status === "succeeded" || ended.status === "cancelled" ? ended.status : "failed";
    await recordAction(context.audit, {
      action: "run.finished",
      ...row,
      actor: "engine",
      detail: { status },
    });
    const code = ended.error === undefined ? {} : { code: ended.error.code };
    emit({ type: "run.finished", skill, status, steps: ended.steps.length, ...code });
    return ended;
  };
}

function namesOf(missing: readonly MissingNeed[]): string {
  return missing.map(needKey).join(", ");
}

/** What the host's policy lets tools do without asking; undefined if it asks before every change. */
function weakenedPolicy({ policy = {} }: RunsContext["settings"]): AuditRecord["detail"] | undefined {
  const { approve, allow = [] } = policy;
  const unasked =
    approve === undefined
      ? []
      : ["write", "execute"].filter((each) => !approve.some((kind) => kind === each));
  if (unasked.length === 0 && allow.length === 0) return undefined;
  return {
    setting: "workflows.policy",
    ...(unasked.length === 0 ? {} : { unasked: unasked.join(" ") }),
    ...(allow.length === 0 ? {} : { allow: allow.join(" ").slice(0, 500) }),
  };
}
