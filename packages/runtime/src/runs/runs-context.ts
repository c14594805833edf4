import type { Approver } from "../approver.ts";
import type { Outcome } from "../diagnostics.ts";
import type { EventScope, KnowhowEvent } from "../events.ts";
import type { RunInputs } from "../execution/run/run-context.ts";
import type { AuditLog, Hash } from "../ports.ts";
import type { ActivationPolicy } from "../profile.ts";
import type { RunScripts, Runs, WorkflowSettings } from "../run.ts";
import type { ScriptGrant } from "../script.ts";
import type { RunDefinition } from "../workflow.ts";

/** The application that the runs of a runtime belong to. */
export function applicationOf({ application = "default" }: WorkflowSettings): string {
  return application;
}

/** What the runs of a runtime need. */
export interface RunsContext {
  readonly runs: Runs;
  /** Reads a skill and every skill that it calls. Throws `runtime.unknown-skill`. */
  readonly define: (name: string) => Promise<Outcome<RunDefinition | undefined>>;
  /** Whether this runtime made a definition, for a model. */
  readonly isDefined: (definition: RunDefinition) => boolean;
  /** A run of one step, which runs a script. Throws `runtime.unknown-skill`. */
  readonly defineScript: (
    name: string,
    script: string,
    args: readonly string[],
  ) => Promise<{ readonly definition: RunDefinition; readonly inputs: RunInputs }>;
  /** Runs scripts for steps, with what the host lets them use. */
  readonly scripts: (grant: ScriptGrant) => RunScripts;
  readonly settings: WorkflowSettings;
  /** Number of the first argument in a body: `$0` or `$1`. */
  readonly firstArgument: ActivationPolicy["firstArgument"];
  readonly approver: Approver | undefined;
  readonly hash: Pick<Hash, "sha256">;
  readonly audit: AuditLog | undefined;
  readonly emit: (event: KnowhowEvent, scope: EventScope) => void;
  readonly now: () => number;
  /** A random UUID, for the ids of runs. */
  readonly uuid: () => string;
}
