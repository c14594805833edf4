import type { Approver } from "../approver.ts";
import type { Outcome } from "../diagnostics.ts";
import type { EventScope, KnowhowEvent } from "../events.ts";
import type { AuditLog, Hash } from "../ports.ts";
import type { Runs, WorkflowSettings } from "../run.ts";
import type { RunDefinition } from "../workflow.ts";

/** What the runs of a runtime need. */
export interface RunsContext {
  readonly runs: Runs;
  /** Reads a skill and every skill that it calls. Throws `runtime.unknown-skill`. */
  readonly define: (name: string) => Promise<Outcome<RunDefinition | undefined>>;
  /** Whether this runtime made a definition, for a model. */
  readonly isDefined: (definition: RunDefinition) => boolean;
  readonly settings: WorkflowSettings;
  readonly approver: Approver | undefined;
  readonly hash: Pick<Hash, "sha256">;
  readonly audit: AuditLog | undefined;
  readonly emit: (event: KnowhowEvent, scope: EventScope) => void;
  readonly now: () => number;
}
