import { codeOf } from "../files/file-stat.ts";
import { type Disk, type DiskFile, nodeDisk, OPEN } from "./disk.ts";
import { ownershipProblem } from "./ownership.ts";

/** The content of a file, or the reason why it cannot be used; `problem` is undefined if there is no file. */
export type PrivateRead =
  | { readonly bytes: Uint8Array }
  | { readonly bytes?: undefined; readonly problem: string | undefined };

/** Reads a file that only the user can have written, up to a limit. Throws only if reading fails. */
export async function readPrivateFile(
  path: string,
  maxBytes: number,
  disk: Disk = nodeDisk,
): Promise<PrivateRead> {
  const file = await openPlain(path, disk);
  if (file === undefined) return { problem: undefined };
  if (file === "no file") return { problem: "is not a regular file" };
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return { problem: "is not a regular file" };
    const problem = ownershipProblem(stats);
    if (problem !== undefined) return { problem };
    const bytes = stats.size > maxBytes ? undefined : await readUpTo(file, stats.size, maxBytes);
    return bytes === undefined ? { problem: `is larger than ${maxBytes} bytes` } : { bytes };
  } finally {
    await file.close();
  }
}

async function openPlain(path: string, disk: Disk): Promise<DiskFile | "no file" | undefined> {
  try {
    // Windows opens the target of a link, so check the entry first.
    if (process.platform === "win32" && !(await disk.lstat(path)).isFile()) return "no file";
    return await disk.open(path, OPEN.read);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (["ELOOP", "EMLINK", "EISDIR", "ENXIO", "EOPNOTSUPP"].includes(code)) return "no file";
    throw error;
  }
}

/** A file may grow while it is read. */
async function readUpTo(file: DiskFile, size: number, maxBytes: number): Promise<Uint8Array | undefined> {
  let buffer = new Uint8Array(size + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
    if (length > maxBytes) return undefined;
    if (length < buffer.length) continue;
    const larger = new Uint8Array(Math.min(buffer.length * 2, maxBytes + 1));
    larger.set(buffer);
    buffer = larger;
  }
}
