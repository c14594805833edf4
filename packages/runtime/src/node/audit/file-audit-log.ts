import { checkArgument, checkOptions } from "../../basics/check-options.ts";
import { anything, callable, filledText, number } from "../../basics/kinds.ts";
import { once } from "../../basics/once.ts";
import type { AuditLog, AuditRecord } from "../../ports.ts";
import { type AppendLogOptions, openAppendLog } from "../state/append-log.ts";

/**
 * Keeps the audit log in a file that only the user can read: one JSON line per record with its time, chained by hashes
 * so that an edit is detected (`openAppendLog(path, { chain: true }).verify()`). A record is on disk before `append`
 * resolves.
 */
export function fileAuditLog(
  path: string,
  given: Pick<AppendLogOptions, "disk" | "waitMs"> & { readonly now?: () => number } = {},
): AuditLog {
  checkArgument("fileAuditLog", "path", path, filledText);
  checkOptions("fileAuditLog", given, { disk: anything, waitMs: number(0), now: callable });
  const { now = Date.now, ...options } = given;
  const log = once(() => openAppendLog(path, { ...options, chain: true, sync: true }));
  return {
    append: async (record) => {
      // Copied before anything is awaited: a caller that changes its record meanwhile changes nothing here.
      const row = stamped(record, now());
      await (await log()).append(row);
    },
  };
}

/** A copy with the time, which comes first in a line and cannot be replaced by a record. */
function stamped(record: AuditRecord, now: number): unknown {
  const at = new Date(now).toISOString();
  const { detail } = record;
  return Object.assign({ at }, record, detail === undefined ? {} : { detail: { ...detail } }, { at });
}
