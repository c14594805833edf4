import type { ArchiveEntry, ArchiveLimits } from "./read-zip.ts";

const BLOCK = 512;

/** The files of a tar archive. */
export function readTar(bytes: Uint8Array, limits: ArchiveLimits): readonly ArchiveEntry[] {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ArchiveEntry[] = [];
  for (let at = 0; at + BLOCK <= data.length; ) {
    const name = field(data, at, 100);
    if (name === "") {
      at += BLOCK;
      continue;
    }
    if (entries.length >= limits.entries)
      return [...entries, { name: "…", bytes: undefined, reason: "the archive has too many files" }];
    const size = Number.parseInt(field(data, at + 124, 12).trim() || "0", 8);
    if (!Number.isSafeInteger(size) || size < 0)
      return [...entries, { name, bytes: undefined, reason: "the archive is damaged" }];
    const type = field(data, at + 156, 1);
    // Long names and other records are content, too.
    if (type !== "5")
      entries.push({
        name: `${field(data, at + 345, 155)}${name}`,
        bytes: data.subarray(at + BLOCK, at + BLOCK + size),
      });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}

function field(data: Buffer, at: number, length: number): string {
  const text = data.toString("utf8", at, Math.min(at + length, data.length));
  const end = text.indexOf("\0");
  return end === -1 ? text : text.slice(0, end);
}
