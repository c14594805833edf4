import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { constants, opendirSync } from "node:fs";
import { chmod, lstat, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxLimits, ScriptArtifact } from "../../script.ts";
import { removeTree } from "./remove-tree.ts";

/** A path that nobody reads: longer ones cannot be opened on every system. */
export const MAX_PATH = 1024;

/**
 * The files that a script left behind, sorted by path. Links, pipes and devices are deleted, because a reader would follow
 * them out of the directory; so is everything beyond the limits, and what has a name that is not text or too long a path.
 */
export async function collectArtifacts(
  root: string,
  { artifacts: maxFiles, artifactBytes }: Pick<SandboxLimits, "artifacts" | "artifactBytes">,
): Promise<readonly ScriptArtifact[]> {
  if (isEmpty(root)) return [];
  const found: ScriptArtifact[] = [];
  let room = artifactBytes;
  const walk = async (directory: string): Promise<void> => {
    await chmod(join(root, directory), 0o700);
    const names = await readdir(join(root, directory), { encoding: "buffer" });
    for (const name of names.sort(Buffer.compare)) {
      const path = directory === "" ? name.toString() : `${directory}/${name}`;
      const full = join(root, path);
      if (!isUtf8(name) || path.length > MAX_PATH) {
        removeTree(join(root, directory), name);
        continue;
      }
      const stat = await lstat(full);
      if (stat.isDirectory()) await walk(path);
      else if (stat.isFile() && stat.nlink === 1 && found.length < maxFiles && stat.size <= room) {
        found.push({ path, size: stat.size, digest: await digestOf(full) });
        room -= stat.size;
      } else await rm(full, { force: true });
    }
  };
  await walk("");
  return found;
}

/** Most scripts leave nothing behind, and then nothing waits for a thread. */
export function isEmpty(directory: string): boolean {
  const entries = opendirSync(directory);
  try {
    return entries.readSync() === null;
  } finally {
    entries.closeSync();
  }
}

async function digestOf(path: string): Promise<string> {
  await chmod(path, 0o600);
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const hash = createHash("sha256");
    for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk);
    return hash.digest("hex");
  } finally {
    await file.close();
  }
}
