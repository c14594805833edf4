import { notRecorded } from "../../audit.ts";
import { checkArgument, checkOptions } from "../../basics/check-options.ts";
import { anything, callable, filledText, number, shape, wholeNumber } from "../../basics/kinds.ts";
import { once } from "../../basics/once.ts";
import type { AuditLog, AuditRecord } from "../../ports.ts";
import { type AppendLogOptions, openAppendLog } from "../state/append-log.ts";
import { AUDIT_FORMAT } from "./audit-file.ts";

/** Options of an audit log in files. Every process that writes the same log must pass the same `rotation`. */
export interface FileAuditLogOptions extends Pick<AppendLogOptions, "disk" | "waitMs" | "rotation"> {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Keeps the audit log in files that only the user can read: one JSON line per record with its time, chained by hashes
 * and with its head beside it, so that `openAuditLog(path).verify()` detects edits and cuts. A full file is closed, and
 * the next one continues its chain. A record is on disk before `append` resolves.
 */
export function fileAuditLog(path: string, given: FileAuditLogOptions = {}): AuditLog {
  checkArgument("fileAuditLog", "path", path, filledText);
  checkOptions("fileAuditLog", given, {
    disk: anything,
    waitMs: number(0),
    now: callable,
    rotation: shape({
      maxFileBytes: { kind: wholeNumber(1), required: true },
      keepFiles: { kind: wholeNumber(1, 10_000), required: true },
    }),
  });
  const { now = Date.now, ...options } = given;
  const log = once(() => openAppendLog(path, { ...AUDIT_FORMAT, ...options, sync: true }));
  return {
    append: async (record) => {
      // Copied before anything is awaited: a caller that changes its record meanwhile changes nothing here.
      const row = stamped(record, now());
      try {
        await (await log()).append(row);
      } catch (cause) {
        throw notRecorded(cause, path);
      }
    },
  };
}

/** A copy with the time, which comes first in a line and cannot be replaced by a record. */
function stamped(record: AuditRecord, now: number): unknown {
  const at = new Date(now).toISOString();
  const { detail } = record;
  return Object.assign({ at }, record, detail === undefined ? {} : { detail: { ...detail } }, { at });
}
