import type { ArchiveEntry, ArchiveLimits } from "./read-zip.ts";

const BLOCK = 512;

/** The files of a tar archive. */
export function readTar(bytes: Uint8Array, limits: ArchiveLimits): readonly ArchiveEntry[] {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ArchiveEntry[] = [];
  let end = 0;
  for (let at = 0; at + BLOCK <= data.length; ) {
    const name = field(data, at, 100);
    if (name === "" && isEmpty(data.subarray(at, at + BLOCK))) {
      at += BLOCK;
      continue;
    }
    if (field(data, at + 257, 5) !== "ustar")
      return [...entries, { name: "unlisted", bytes: data.subarray(at), isUnlisted: true }];
    if (entries.length >= limits.entries)
      return [...entries, { name: "…", bytes: undefined, reason: "the archive has too many files" }];
    const size = Number.parseInt(field(data, at + 124, 12).trim() || "0", 8);
    if (!Number.isSafeInteger(size) || size < 0)
      return [...entries, { name, bytes: undefined, reason: "the archive is damaged" }];
    const type = field(data, at + 156, 1);
    if (at + BLOCK + size > data.length)
      return [...entries, { name, bytes: undefined, reason: "the archive is cut off" }];
    // Long names and other records are content, too.
    if (type !== "5" || size > 0)
      entries.push({
        name: `${field(data, at + 345, 155)}${name}`,
        bytes: data.subarray(at + BLOCK, at + BLOCK + size),
      });
    const next = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const padding = data.subarray(at + BLOCK + size, next);
    if (!isEmpty(padding))
      entries.push({ name: `unlisted-${entries.length}`, bytes: padding, isUnlisted: true });
    at = next;
    end = at;
  }
  const rest = data.subarray(Math.max(end, data.length - (data.length % BLOCK)));
  return isEmpty(rest) ? entries : [...entries, { name: "unlisted", bytes: rest, isUnlisted: true }];
}

function isEmpty(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

function field(data: Buffer, at: number, length: number): string {
  const text = data.toString("utf8", at, Math.min(at + length, data.length));
  const end = text.indexOf("\0");
  return end === -1 ? text : text.slice(0, end);
}
