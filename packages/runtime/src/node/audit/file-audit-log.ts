import { once } from "../../basics/once.ts";
import type { AuditLog } from "../../ports.ts";
import { type AppendLogOptions, openAppendLog } from "../state/append-log.ts";

/**
 * Keeps the audit log in a file that only the user can read: one JSON line per record with its time, chained by hashes
 * so that an edit is detected (`openAppendLog(path, { chain: true }).verify()`). A record is on disk before `append`
 * resolves.
 */
export function fileAuditLog(
  path: string,
  {
    now = Date.now,
    ...options
  }: Pick<AppendLogOptions, "disk" | "waitMs"> & { readonly now?: () => number } = {},
): AuditLog {
  const log = once(() => openAppendLog(path, { ...options, chain: true, sync: true }));
  return {
    append: async (record) => {
      await (await log()).append({ at: new Date(now()).toISOString(), ...record });
    },
  };
}
