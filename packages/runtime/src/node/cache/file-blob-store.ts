import { readdirSync, rmSync, utimesSync } from "node:fs";
import { crc32 } from "node:zlib";
import { joinPath } from "../../basics/paths.ts";
import type { BlobStore } from "../../ports.ts";
import { statOf } from "../files/file-stat.ts";
import { nodeFiles } from "../files/node-files.ts";
import { nodeHash } from "../node-hash.ts";
import { cacheFolder, ownershipProblem } from "../state/ownership.ts";
import { VERSION } from "../version.ts";

/** Several times what a library of 100,000 skills needs; a larger file is not ours. */
const MAX_BYTES = 1024 * 1024 * 1024;

/** Files that were not used for this long belong to deleted projects or killed writers. */
const MAX_AGE_MS = 60 * 24 * 60 * 60 * 1000;

/**
 * Caches blobs as files below `<cache>/match`. A file that is damaged, or that another user could have written, counts
 * as missing.
 */
export function fileBlobStore(cache: string): BlobStore {
  // Another version may interpret the same bytes differently.
  const directory = joinPath(joinPath(cache, "match"), VERSION);
  const files = nodeFiles();
  const isOwn = cacheFolder(directory, cache);
  const fileOf = (name: string) => joinPath(directory, fileName(name));
  return {
    load: async (name) => {
      const path = fileOf(name);
      try {
        const read = isOwn() ? await files.readBytes(path, MAX_BYTES) : undefined;
        if (read?.bytes === undefined || ownershipProblem(read.stat) !== undefined) return undefined;
        const blob = opened(read.bytes);
        if (blob !== undefined) touch(path);
        return blob;
      } catch {
        return undefined;
      }
    },
    save: async (name, bytes) => {
      try {
        // Imported on demand, because most starts have nothing to save.
        const { writeFileAtomic } = await import("../state/write-file.ts");
        await writeFileAtomic(fileOf(name), sealed(bytes), { private: true });
        removeOld(directory);
      } catch {
        // A cache that cannot be written only costs time.
      }
    },
  };
}

/** A name that every file system keeps as it is stays readable; any other one is replaced by its hash. */
function fileName(name: string): string {
  return /^[0-9a-f]{16,64}\.[a-z]{1,20}$|^[a-z]{4,20}$/.test(name) ? name : `_${nodeHash.sha256(name)}`;
}

/** Eight bytes before the blob hold its checksum, so that what was cut or damaged is not taken for it. */
const SEAL_BYTES = 8;

function sealed(blob: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(SEAL_BYTES + blob.length);
  new DataView(bytes.buffer).setUint32(0, crc32(blob));
  bytes.set(blob, SEAL_BYTES);
  return bytes;
}

function opened(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < SEAL_BYTES) return undefined;
  const blob = bytes.subarray(SEAL_BYTES);
  const seal = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return seal === crc32(blob) ? blob : undefined;
}

/** Marks a file as in use, at most once a day. */
function touch(path: string): void {
  const now = Date.now();
  if (now - (statOf(path)?.mtimeMs ?? now) > MAX_AGE_MS / 60) utimesSync(path, now / 1000, now / 1000);
}

function removeOld(directory: string): void {
  const oldest = Date.now() - MAX_AGE_MS;
  for (const name of readdirSync(directory)) {
    const path = joinPath(directory, name);
    if ((statOf(path)?.mtimeMs ?? oldest) < oldest) rmSync(path, { force: true });
  }
}
