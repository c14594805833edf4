import type { AuditEntry } from "@knowhow/runtime/node";
import { EXIT } from "../../io/exit-codes.ts";
import { reportAudit } from "../../report/audit.ts";
import { auditLogOf, auditQuery } from "../../runtime/audit-log.ts";
import type { Command } from "../../table/command.ts";

const DEFAULT_LIMIT = 50;

/** `knowhow audit list`: the newest records, the last one at the end. */
export const auditList: Command = async ({ args, io }) => {
  const { path, log } = auditLogOf(io);
  const records: AuditEntry[] = [];
  let unreadable = 0;
  const query = {
    ...auditQuery(args, Date.now()),
    limit: args.number("limit") ?? DEFAULT_LIMIT,
    onUnreadable: () => {
      unreadable += 1;
    },
  };
  for await (const record of log.list(query)) records.push(record);
  const data = { path, records, unreadable };
  return { exit: EXIT.done, data, text: (screen) => reportAudit(data, screen) };
};
