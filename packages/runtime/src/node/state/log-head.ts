import { dirname } from "node:path";
import { isRecord } from "../../basics/is-record.ts";
import type { LogPosition } from "../../state-ports.ts";
import { OPEN } from "./disk.ts";
import { type LogFile, logBroken } from "./log-file.ts";
import { readPrivateFile } from "./read-file.ts";
import { temporaryPath } from "./temporary-files.ts";

/** Where a log begins and ends, kept beside it, so that a cut at either end is detected. */
export interface LogHead {
  /** The position before the first record that is kept. */
  readonly first: LogPosition;
  /** The last record that is known to be written. The log may already contain further ones. */
  readonly last: LogPosition;
}

const MAX_BYTES = 1024;

/** Path of the file with the head of a log. */
export function headPath(path: string): string {
  return path.replace(/(\.jsonl)?$/, ".head.json");
}

/** The head of a log; undefined if there is none. Throws `state.log-broken` if it is not exactly as we write it. */
export async function readHead({ path, disk }: LogFile): Promise<LogHead | undefined> {
  const file = headPath(path);
  const read = await readPrivateFile(file, MAX_BYTES, disk);
  if (read.bytes === undefined) {
    if (read.problem === undefined) return undefined;
    throw logBroken(file, 1, `it ${read.problem}`);
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(read.bytes);
  const head = parse(text);
  // Any other way to write the same values is a change, too.
  if (head === undefined || format(head) !== text) throw logBroken(file, 1, "it is not the head of a log");
  return head;
}

/** Replaces the head. The rename is the last call, so that the old head is still there if this rejects. */
export async function writeHead({ path, disk }: LogFile, head: LogHead, sync: boolean): Promise<void> {
  const temporary = temporaryPath(dirname(path));
  try {
    const file = await disk.open(temporary, OPEN.create, 0o600);
    try {
      await file.writeFile(format(head));
      if (sync) await file.sync();
    } finally {
      await file.close();
    }
    await disk.rename(temporary, headPath(path));
  } catch (error) {
    await disk.unlink(temporary).catch(() => undefined);
    throw error;
  }
}

function format({ first, last }: LogHead): string {
  const plain = ({ seq, digest }: LogPosition) => ({ seq, digest });
  return `${JSON.stringify({ first: plain(first), last: plain(last) })}\n`;
}

function parse(text: string): LogHead | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return undefined;
    const [first, last] = [readPosition(value.first), readPosition(value.last)];
    return first === undefined || last === undefined ? undefined : { first, last };
  } catch {
    return undefined;
  }
}

function readPosition(value: unknown): LogPosition | undefined {
  if (!isRecord(value)) return undefined;
  const { seq, digest } = value;
  const isPosition =
    typeof seq === "number" && Number.isSafeInteger(seq) && seq >= 0 && typeof digest === "string";
  return isPosition && /^[0-9a-f]{64}$/.test(digest) ? { seq, digest } : undefined;
}
