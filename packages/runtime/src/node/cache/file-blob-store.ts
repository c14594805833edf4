import { readdirSync, rmSync, utimesSync } from "node:fs";
import { crc32 } from "node:zlib";
import { joinPath } from "../../basics/paths.ts";
import type { BlobStore } from "../../ports.ts";
import { statOf } from "../files/file-stat.ts";
import { nodeFiles } from "../files/node-files.ts";
import { nodeHash } from "../node-hash.ts";
import { cacheFolder, ownershipProblem } from "../state/ownership.ts";
import { VERSION } from "../version.ts";

/** Several times what a library of 100,000 skills needs; anything above is not ours. */
const MAX_BYTES = 1024 * 1024 * 1024;

/** What nobody asked for in this time belongs to projects that are gone, or to writers that were killed. */
const MAX_AGE_MS = 60 * 24 * 60 * 60 * 1000;

/**
 * Keeps blobs as files below `<cache>/match`. Whatever is wrong with one, and when anybody else can have written it, the
 * answer is "nothing".
 */
export function fileBlobStore(cache: string): BlobStore {
  // Another version may understand the same bytes differently.
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
        // Most starts have nothing to save and do not load the writer.
        const { writeFileAtomic } = await import("../state/write-file.ts");
        await writeFileAtomic(fileOf(name), sealed(bytes), { private: true });
        removeOld(directory);
      } catch {
        // A cache that cannot be written costs time, nothing else.
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

/** Says that a file is still of use, once a day. */
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
