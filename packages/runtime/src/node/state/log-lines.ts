import { isRecord } from "../../basics/is-record.ts";
import type { LogPosition, LogRecord } from "../../state-ports.ts";
import { nodeHash } from "../node-hash.ts";
import type { DiskFile } from "./disk.ts";

/** The position before the first record. */
export const START: LogPosition = { seq: 0, digest: "0".repeat(64) };

/** Maximum size of a line without its record. */
export const LINE_OVERHEAD = 128;

/** Prefix of every line; an incomplete line starts with a part of it. */
const BEGINNING = '{"seq":';

/** What `readLine` says of a line whose predecessor is another one. */
export const CHANGED_BEFORE = "the line before it is not the one it was chained to";

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** One record as a line without its end, and its position. */
export interface WrittenLine {
  readonly line: string;
  readonly position: LogPosition;
}

/**
 * Formats a record, given as JSON, as the line after a position; with `chain` it contains the digest of the line
 * before.
 */
export function writeLine(json: string, after: LogPosition, chain: boolean): WrittenLine {
  const seq = after.seq + 1;
  const line = `${BEGINNING}${seq}${chain ? `,"prev":"${after.digest}"` : ""},"record":${json}}`;
  return { line, position: { seq, digest: nodeHash.sha256(line) } };
}

/** Parses a line, which must follow a position if one is given. Returns the reason if it is not a record. */
export function readLine(
  bytes: Uint8Array,
  { after, chain }: { readonly after?: LogPosition; readonly chain: boolean },
): LogRecord | string {
  const value = parse(bytes);
  if (!isRecord(value) || !Object.hasOwn(value, "record") || !Number.isSafeInteger(value.seq))
    return "it is not a record";
  const { seq, prev, record } = value;
  if (chain && typeof prev !== "string") return "it was written without a chain";
  if (after !== undefined && seq !== after.seq + 1)
    return `its number is ${String(seq)} instead of ${after.seq + 1}: ${Number(seq) > after.seq ? "records before it are missing" : "it was inserted or moved"}`;
  if (chain && after !== undefined && prev !== after.digest) return CHANGED_BEFORE;
  return { seq: Number(seq), digest: nodeHash.sha256(bytes), record };
}

/** The digest that a valid line of a chain contains. */
export function prevOf(line: Uint8Array): string {
  const value = parse(line);
  return isRecord(value) && typeof value.prev === "string" ? value.prev : START.digest;
}

/**
 * True for what can be an incomplete line of ours: it starts like one, or with the zeros that a power failure leaves.
 */
export function mayBeTorn(first: Uint8Array): boolean {
  return first
    .subarray(0, BEGINNING.length)
    .every((byte, at) => byte === 0 || byte === BEGINNING.charCodeAt(at));
}

/** The complete lines of a file, without their ends; an incomplete last line is omitted. */
export async function* linesOf(
  file: Pick<DiskFile, "read">,
  maxBytes: number,
): AsyncGenerator<Uint8Array | "too long"> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for (let position = 0; ; ) {
    const chunk = await readExactly(file, new Uint8Array(CHUNK_BYTES), position);
    if (chunk.length === 0) return;
    position += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      parts.push(chunk.subarray(start, end));
      yield parts.length === 1 ? chunk.subarray(start, end) : Buffer.concat(parts);
      parts = [];
      length = 0;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > maxBytes) {
      yield "too long";
      return;
    }
  }
}

/** Position of the last line end before a position; -1 if there is none. */
export async function lineEndBefore(file: Pick<DiskFile, "read">, position: number): Promise<number> {
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (let end = position; end > 0; ) {
    const start = Math.max(0, end - chunk.length);
    const bytes = await readExactly(file, chunk.subarray(0, end - start), start);
    const found = bytes.lastIndexOf(NEWLINE);
    if (found >= 0) return start + found;
    end = start;
  }
  return -1;
}

/** Fills a buffer from a position; shorter at the end of the file. */
export async function readExactly(
  file: Pick<DiskFile, "read">,
  buffer: Uint8Array,
  position: number,
): Promise<Uint8Array> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
