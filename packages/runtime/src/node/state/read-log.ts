import { isKnowhowError } from "../../errors.ts";
import type { LogPosition, LogRecord, LogVerdict } from "../../state-ports.ts";
import { closeAll, type LogFile, logBroken, type OpenLogFile, openLogFiles } from "./log-file.ts";
import { headPath, type LogHead, readHead } from "./log-head.ts";
import { CHANGED_BEFORE, linesOf, mayBeTorn, readExactly, readLine, START } from "./log-lines.ts";

/** The records of a log, oldest first. Throws at the first invalid line. */
export async function* readRecords(log: LogFile): AsyncGenerator<LogRecord> {
  for await (const read of checkedLines(log)) {
    if ("reason" in read) throw logBroken(read.file, read.line, read.reason);
    if ("record" in read) yield { seq: read.seq, digest: read.digest, record: read.record };
  }
}

/** Reads every line, and looks for the head and for a position noted earlier. */
export async function verifyLog(log: LogFile, known: LogPosition | undefined): Promise<LogVerdict> {
  const heads = await headOf(log);
  if (heads === "broken")
    return {
      ok: false,
      records: 0,
      file: headPath(log.path),
      line: 1,
      reason: "it is not the head of a log",
    };
  const noted = [
    ...(heads === undefined ? [] : [{ ...heads.last, by: "of the head" }]),
    ...(known === undefined ? [] : [{ ...known, by: "that was noted earlier" }]),
  ];
  let records = 0;
  let place = { file: log.path, line: 0 };
  let last: LogPosition | undefined;
  let torn: { readonly file: string; readonly bytes: number } | undefined;
  for await (const read of checkedLines(log, heads)) {
    if ("reason" in read) {
      const { file, line, reason } = read;
      // The last line that was read may be the changed one.
      const isCounted = records > 0 && file === place.file && line === place.line;
      return { ok: false, records: isCounted ? records - 1 : records, file, line, reason };
    }
    place = { file: read.file, line: read.line };
    if (!("record" in read)) {
      torn = { file: read.file, bytes: read.torn };
      continue;
    }
    const { seq, digest } = read;
    const other = noted.find((position) => position.seq === seq && position.digest !== digest);
    if (other !== undefined)
      return { ok: false, records, ...place, reason: `it differs from the record ${other.by}` };
    last = { seq, digest };
    records += 1;
  }
  const end = last?.seq ?? heads?.first.seq ?? 0;
  const missing = noted.find(({ seq }) => seq > end);
  if (missing !== undefined) {
    const line = torn === undefined ? place.line + 1 : place.line;
    const reason = `the log ends before record ${missing.seq} ${missing.by}`;
    return { ok: false, records, file: place.file, line, reason };
  }
  if (log.rotation !== undefined && heads === undefined && records > 0)
    return {
      ok: false,
      records,
      file: headPath(log.path),
      line: 1,
      reason: "the head of the log is missing",
    };
  const from = heads?.first.seq ?? 0;
  return {
    ok: true,
    records,
    last,
    ...(from === 0 ? {} : { from: from + 1 }),
    ...(torn === undefined ? {} : { torn }),
  };
}

async function headOf(log: LogFile): Promise<LogHead | "broken" | undefined> {
  if (log.rotation === undefined) return undefined;
  return readHead(log).catch((error) => {
    if (isKnowhowError(error) && error.code === "state.log-broken") return "broken";
    throw error;
  });
}

interface LinePlace {
  readonly file: string;
  /** Starting at 1. */
  readonly line: number;
}

/** A line of a log: a record, an incomplete record of a killed writer at the end, or the first invalid line. */
type CheckedLine = LinePlace & (LogRecord | { readonly torn: number } | { readonly reason: string });

async function* checkedLines(log: LogFile, known?: LogHead): AsyncGenerator<CheckedLine> {
  const head = known ?? (log.rotation === undefined ? undefined : await readHead(log));
  const files = await openLogFiles(log, head?.first.seq ?? 0);
  try {
    let after: LogPosition & Partial<LinePlace> = head?.first ?? START;
    for (const open of files) {
      for await (const read of linesIn(open, log, after)) {
        // Only a writer that was killed leaves an incomplete line, and only at the end of the log.
        if ("torn" in read && open !== files.at(-1)) {
          yield { file: read.file, line: read.line, reason: "it is not complete" };
          return;
        }
        yield read;
        if ("reason" in read) return;
        if ("record" in read) after = read;
      }
    }
  } finally {
    await closeAll(files);
  }
}

async function* linesIn(
  { path, file }: OpenLogFile,
  { chain, maxLineBytes }: LogFile,
  start: LogPosition & Partial<LinePlace>,
): AsyncGenerator<CheckedLine> {
  let after = start;
  let line = 0;
  let bytes = 0;
  // What is appended while we read is left for the next reader.
  const { size } = await file.stat();
  for await (const text of linesOf(file, maxLineBytes)) {
    line += 1;
    const read = text === "too long" ? "it is too long" : readLine(text, { after, chain });
    if (typeof read === "string") {
      const isEarlier = read === CHANGED_BEFORE && after.file !== undefined && after.line !== undefined;
      // Whoever wrote this line saw another line before it.
      if (isEarlier)
        yield {
          file: after.file ?? path,
          line: after.line ?? line,
          reason: "it, or the line after it, was changed",
        };
      else yield { file: path, line, reason: read };
      return;
    }
    bytes += text.length + 1;
    const found = { ...read, file: path, line };
    after = found;
    yield found;
  }
  if (size <= bytes) return;
  const rest = await readExactly(file, new Uint8Array(Math.min(8, size - bytes)), bytes);
  // A writer refuses to replace anything else, so it must not count as intact either.
  if (mayBeTorn(rest)) yield { file: path, line: line + 1, torn: size - bytes };
  else yield { file: path, line: line + 1, reason: "it is not a record" };
}
