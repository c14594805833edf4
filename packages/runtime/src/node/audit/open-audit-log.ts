import { checkArgument, checkOptions } from "../../basics/check-options.ts";
import { isRecord } from "../../basics/is-record.ts";
import { callable, filledText, number, wholeNumber } from "../../basics/kinds.ts";
import type { AuditRecord } from "../../ports.ts";
import type { LogPosition, LogVerdict } from "../../state-ports.ts";
import { nodeDisk } from "../state/disk.ts";
import { closeAll, type LogFile, type OpenLogFile, openLogFiles } from "../state/log-file.ts";
import { LINE_OVERHEAD, linesOf } from "../state/log-lines.ts";
import { verifyLog } from "../state/read-log.ts";
import { AUDIT_FORMAT } from "./audit-file.ts";

/** A record of the audit log, with its time, its number and its place. */
export interface AuditEntry extends AuditRecord {
  /** Number of the record, starting at 1. */
  readonly seq: number;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly file: string;
  readonly line: number;
}

/** Which records to list. All are optional. */
export interface AuditQuery {
  readonly skill?: string;
  /** An action (`run.started`), or its noun for all of them (`run`). */
  readonly action?: string;
  readonly actor?: string;
  readonly session?: string;
  readonly run?: string;
  /** Milliseconds since 1970; older records are left out. */
  readonly since?: number;
  /** Maximum number of records, the newest ones. Default all. */
  readonly limit?: number;
  /** Called for every line that is not a record. */
  readonly onUnreadable?: (place: { readonly file: string; readonly line: number }) => void;
}

/** An audit log to read. */
export interface OpenAuditLog {
  /** Records in the order in which they were written. Does not verify them, and needs memory only for `limit` records. */
  list(query?: AuditQuery): AsyncIterable<AuditEntry>;
  /** Verifies every line, the head of the log, and that the log still contains a position noted earlier. */
  verify(known?: LogPosition): Promise<LogVerdict>;
}

/** Opens an audit log that `fileAuditLog` writes, only to read it. A log that does not exist is empty. */
export function openAuditLog(path: string): OpenAuditLog {
  checkArgument("openAuditLog", "path", path, filledText);
  const { chain, rotation, maxRecordBytes } = AUDIT_FORMAT;
  const log: LogFile = {
    path,
    chain,
    rotation,
    maxLineBytes: maxRecordBytes + LINE_OVERHEAD,
    disk: nodeDisk,
  };
  return {
    list: (query = {}) => {
      checkOptions("openAuditLog.list", query, {
        skill: filledText,
        action: filledText,
        actor: filledText,
        session: filledText,
        run: filledText,
        since: number(0),
        limit: wholeNumber(0),
        onUnreadable: callable,
      });
      return list(log, query);
    },
    verify: (known) => verifyLog(log, known),
  };
}

async function* list(log: LogFile, query: AuditQuery): AsyncGenerator<AuditEntry> {
  const files = await openLogFiles(log, 0);
  try {
    const { limit } = query;
    if (limit === undefined) {
      for (const open of files) if (await mayMatch(open, query)) yield* entriesIn(open, log, query);
      return;
    }
    let found: readonly AuditEntry[] = [];
    for (const open of [...files].reverse()) {
      if (found.length >= limit || !(await mayMatch(open, query))) break;
      found = [...(await newest(entriesIn(open, log, query), limit - found.length)), ...found];
    }
    yield* found;
  } finally {
    await closeAll(files);
  }
}

/** False for a file that was last written before the time that is asked for. */
async function mayMatch({ file }: OpenLogFile, { since }: AuditQuery): Promise<boolean> {
  return since === undefined || (await file.stat()).mtimeMs >= since;
}

async function newest(entries: AsyncIterable<AuditEntry>, count: number): Promise<readonly AuditEntry[]> {
  let kept: AuditEntry[] = [];
  for await (const entry of entries) {
    kept.push(entry);
    if (kept.length >= 2 * count + 1_000) kept = kept.slice(-count);
  }
  return count === 0 ? [] : kept.slice(-count);
}

async function* entriesIn(
  { path, file }: OpenLogFile,
  { maxLineBytes }: LogFile,
  query: AuditQuery,
): AsyncGenerator<AuditEntry> {
  let line = 0;
  for await (const bytes of linesOf(file, maxLineBytes)) {
    line += 1;
    const entry = bytes === "too long" ? undefined : readEntry(bytes, { file: path, line });
    if (entry === undefined) query.onUnreadable?.({ file: path, line });
    else if (matches(entry, query)) yield entry;
  }
}

function matches(entry: AuditEntry, { skill, action, actor, session, run, since }: AuditQuery): boolean {
  return (
    (skill === undefined || entry.skill === skill) &&
    (action === undefined || entry.action === action || entry.action.startsWith(`${action}.`)) &&
    (actor === undefined || entry.actor === actor) &&
    (session === undefined || entry.session === session) &&
    (run === undefined || entry.run === run) &&
    (since === undefined || Date.parse(entry.at) >= since)
  );
}

function readEntry(bytes: Uint8Array, place: Pick<AuditEntry, "file" | "line">): AuditEntry | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isRecord(value) || !isRow(value.record) || typeof value.seq !== "number") return undefined;
    return { ...value.record, seq: value.seq, ...place };
  } catch {
    return undefined;
  }
}

function isRow(value: unknown): value is AuditRecord & Pick<AuditEntry, "at"> {
  return (
    isRecord(value) &&
    typeof value.at === "string" &&
    typeof value.action === "string" &&
    typeof value.actor === "string"
  );
}
