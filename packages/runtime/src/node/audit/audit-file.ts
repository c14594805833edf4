import { joinPath } from "../../basics/paths.ts";
import type { KnowhowDirectories } from "../../config/directories.ts";
import type { LogRotation } from "../state/log-file.ts";

/** The form of every audit log. Records are small: they contain names and digests, never texts. */
export const AUDIT_FORMAT: {
  readonly chain: true;
  readonly maxRecordBytes: number;
  readonly rotation: LogRotation;
} = {
  chain: true,
  maxRecordBytes: 64 * 1024,
  rotation: { maxFileBytes: 8 * 1024 * 1024, keepFiles: 24 },
};

/** Path of the audit log of the command line and its MCP server. The files beside it belong to it. */
export function auditLogPath({ state }: Pick<KnowhowDirectories, "state">): string {
  return joinPath(state, "audit/audit.jsonl");
}
