import { inflateWhole } from "./inflate-whole.ts";

/** A file inside an archive. */
export interface ArchiveEntry {
  readonly name: string;
  /** The content, or why it could not be read. */
  readonly bytes: Uint8Array | undefined;
  readonly reason?: string;
  readonly isLocked?: boolean;
  /** True for bytes that the archive does not list. */
  readonly isUnlisted?: boolean;
}

/** How much an archive may produce. */
export interface ArchiveLimits {
  readonly entries: number;
  readonly bytes: number;
}

const SIGNATURE_END = 0x06054b50;
const SIGNATURE_ENTRY = 0x02014b50;
const SIGNATURE_LOCAL = 0x04034b50;

/** The entries of a zip file, or undefined if it has no readable directory. */
export function readZip(bytes: Uint8Array, limits: ArchiveLimits): readonly ArchiveEntry[] | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(data);
  if (end === undefined) return undefined;
  const entries: ArchiveEntry[] = [];
  let at = data.readUInt32LE(end + 16);
  let left = limits.bytes;
  const total = data.readUInt16LE(end + 10);
  // Data before the archive shifts every offset by its length.
  const shift = end - data.readUInt32LE(end + 12) - at;
  if (shift > 0) at += shift;
  const listed: Range[] = [{ from: at, to: end + 22 }];
  for (let index = 0; index < total; index += 1) {
    if (index >= limits.entries)
      return [...entries, { name: "…", bytes: undefined, reason: "the archive has too many files" }];
    if (at < 0 || at + 46 > data.length || data.readUInt32LE(at) !== SIGNATURE_ENTRY) return undefined;
    const flags = data.readUInt16LE(at + 8);
    const method = data.readUInt16LE(at + 10);
    const packed = data.readUInt32LE(at + 20);
    const nameLength = data.readUInt16LE(at + 28);
    const skip = data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
    const local = data.readUInt32LE(at + 42) + Math.max(shift, 0);
    const name = data.toString("utf8", at + 46, at + 46 + nameLength);
    at += 46 + nameLength + skip;
    // A descriptor may follow the content.
    const range = contentRange(data, { local, packed });
    listed.push({ from: local, to: (range?.to ?? local + 30) + (flags & 8 ? 24 : 0) });
    if (name.endsWith("/") && packed === 0) continue;
    const entry = readEntry(data, { name, flags, method, range, left });
    left -= entry.bytes?.length ?? 0;
    entries.push(entry);
  }
  return [...entries, ...unlisted(data, listed)];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Where the content of an entry is; undefined if its header is not there. */
function contentRange(
  data: Buffer,
  { local, packed }: { readonly local: number; readonly packed: number },
): Range | undefined {
  if (local + 30 > data.length || data.readUInt32LE(local) !== SIGNATURE_LOCAL) return undefined;
  const from = local + 30 + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28);
  return from + packed > data.length ? undefined : { from, to: from + packed };
}

/** Bytes of the file that its directory does not mention: other programs may still find them, also after the archive. */
function unlisted(data: Buffer, listed: readonly Range[]): readonly ArchiveEntry[] {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { from, to } of listed.toSorted((a, b) => a.from - b.from)) {
    if (from > at) parts.push(data.subarray(at, from));
    at = Math.max(at, to);
  }
  parts.push(data.subarray(at));
  return parts
    .filter((part) => part.some((byte) => byte !== 0))
    .map((bytes, index) => ({ name: `unlisted-${index + 1}`, bytes, isUnlisted: true }));
}

function readEntry(
  data: Buffer,
  {
    name,
    flags,
    method,
    range,
    left,
  }: { name: string; flags: number; method: number; range: Range | undefined; left: number },
): ArchiveEntry {
  if (flags & 1) return { name, bytes: undefined, reason: "it is encrypted", isLocked: true };
  if (range === undefined) return { name, bytes: undefined, reason: "the archive is damaged" };
  const content = data.subarray(range.from, range.to);
  if (method === 0) return { name, bytes: content };
  if (method !== 8)
    return { name, bytes: undefined, reason: `its compression method ${method} is not supported` };
  const bytes = inflateWhole("raw", content, left);
  return bytes === undefined
    ? { name, bytes, reason: "it is damaged or too large when unpacked" }
    : { name, bytes };
}

function endOfDirectory(data: Buffer): number | undefined {
  for (let at = data.length - 22; at >= 0 && at > data.length - 65_600; at -= 1)
    if (data.readUInt32LE(at) === SIGNATURE_END) return at;
  return undefined;
}
