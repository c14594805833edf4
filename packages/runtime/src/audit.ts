import { isKnowhowError, KnowhowError } from "./errors.ts";
import type { AuditLog, AuditRecord } from "./ports.ts";

/** The actions of the audit log, and when each is recorded. The log accepts others, too. */
export const AUDIT_ACTIONS = {
  "skill.served": "A file of a skill is about to be returned to a model or a client.",
  "skill.activated": "The instructions of a skill are about to become part of a conversation.",
  "tool.denied": "A call of a tool is refused because of what a skill declares.",
  "tool.called": "A step of a run is about to call a tool that can change something.",
  "approval.asked": "The user is about to be asked.",
  "approval.given": "The user approved; what they approved has not happened yet.",
  "approval.refused": "The user refused, or could not be asked.",
  "answer.given": "A run is about to continue with an answer to its question.",
  "run.started": "A run is about to begin.",
  "run.resumed": "A run is about to continue after a pause or an interruption.",
  "run.paused": "A run waits for an answer, a point in time, or something that is missing.",
  "run.finished": "A run has ended.",
  "run.cancelled": "A run is about to be cancelled.",
  "run.removed": "The stored data of a run is about to be removed.",
  "trust.decided": "A trust decision is about to take effect.",
  "trust.revoked": "Trust decisions are about to be revoked.",
  "config.weakened": "A setting that removes a safeguard is about to take effect.",
  "scan.finished": "A skill was scanned; `verdict` says with which result.",
  "skill.staged": "The files of a skill are about to be copied into the sandbox of one of its scripts.",
  "script.started": "A script of a skill is about to run.",
  "script.finished": "A script of a skill has ended.",
  "skill.installed": "A skill is about to be installed.",
  "skill.updated": "An installed skill is about to be replaced by another version.",
  "skill.removed": "An installed skill is about to be removed.",
  "proposal.made": "A new or changed skill is about to be proposed, or a proposal is about to be changed.",
  "proposal.refused": "A proposal was not accepted.",
  "proposal.applied": "A proposal is about to be applied.",
  "proposal.rejected": "A proposal is about to be rejected.",
  "proposal.stale": "A proposal can no longer be applied, because its skill changed.",
  "proposal.rolled-back": "A proposal that was applied is about to be rolled back.",
  "skill.promoted": "A skill that an agent wrote is about to be moved to the user's own.",
} as const;

/**
 * Records an action, and waits until it is recorded. Call it before the effect: if it throws, the effect must not
 * happen.
 */
export async function recordAction(audit: AuditLog | undefined, record: AuditRecord): Promise<void> {
  if (audit === undefined) return;
  try {
    await audit.append(record);
  } catch (cause) {
    if (isKnowhowError(cause) && cause.code === "audit.not-written") throw cause;
    throw notRecorded(cause);
  }
}

/** Records something that must not be stopped, such as a refusal. An error of the log changes nothing. */
export async function noteAction(audit: AuditLog | undefined, record: AuditRecord): Promise<void> {
  await recordAction(audit, record).catch(() => undefined);
}

/** The error for an action that could not be recorded. */
export function notRecorded(cause: unknown, path?: string): KnowhowError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const own = isKnowhowError(cause) ? cause.hint : undefined;
  const log = path === undefined ? "the audit log" : `the audit log ${path}`;
  return new KnowhowError("audit.not-written", `${log} cannot be written: ${why}`, {
    hint:
      own ??
      "nothing happens without a record: make the folder of the log writable, or set KNOWHOW_STATE_DIR",
    cause,
  });
}
