import { inflateRawSync } from "node:zlib";

/** A file inside an archive. */
export interface ArchiveEntry {
  readonly name: string;
  /** The content, or why it could not be read. */
  readonly bytes: Uint8Array | undefined;
  readonly reason?: string;
  readonly isLocked?: boolean;
}

/** How much an archive may produce. */
export interface ArchiveLimits {
  readonly entries: number;
  readonly bytes: number;
}

const SIGNATURE_END = 0x06054b50;
const SIGNATURE_ENTRY = 0x02014b50;

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
    if (name.endsWith("/")) continue;
    const entry = readEntry(data, { name, flags, method, packed, local, left });
    left -= entry.bytes?.length ?? 0;
    entries.push(entry);
  }
  return entries;
}

function readEntry(
  data: Buffer,
  {
    name,
    flags,
    method,
    packed,
    local,
    left,
  }: { name: string; flags: number; method: number; packed: number; local: number; left: number },
): ArchiveEntry {
  if (flags & 1) return { name, bytes: undefined, reason: "it is encrypted", isLocked: true };
  if (local + 30 > data.length) return { name, bytes: undefined, reason: "the archive is damaged" };
  const from = local + 30 + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28);
  const content = data.subarray(from, from + packed);
  if (method === 0) return { name, bytes: content };
  if (method !== 8)
    return { name, bytes: undefined, reason: `its compression method ${method} is not supported` };
  try {
    return { name, bytes: inflateRawSync(content, { maxOutputLength: Math.max(1, left) }) };
  } catch {
    return { name, bytes: undefined, reason: "it is damaged or too large when unpacked" };
  }
}

function endOfDirectory(data: Buffer): number | undefined {
  for (let at = data.length - 22; at >= 0 && at > data.length - 65_600; at -= 1)
    if (data.readUInt32LE(at) === SIGNATURE_END) return at;
  return undefined;
}
