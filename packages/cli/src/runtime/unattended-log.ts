import type { AuditLog } from "@knowhow/runtime";
import { auditLogPath, fileAuditLog, knowhowDirectories, nodeEnvironment } from "@knowhow/runtime/node";
import type { Io } from "../io/io.ts";

/**
 * The audit log of a command that nobody at a terminal started: what it does as the user has `terminal: false`, because a
 * program, such as the shell of an agent, may have given the answer.
 */
export function unattendedLog({ home, env, cwd }: Io): AuditLog {
  const environment = nodeEnvironment({ cwd: cwd ?? "/", home, variables: env });
  const log = fileAuditLog(auditLogPath(knowhowDirectories(environment)));
  return {
    append: (record) =>
      log.append(
        record.actor === "user" ? { ...record, detail: { ...record.detail, terminal: false } } : record,
      ),
  };
}
