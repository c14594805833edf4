import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Disk } from "./disk.ts";
import { currentOwner, livenessOf } from "./process-owner.ts";

const TEMPORARY = /^\.knowhow-([0-9a-f-]+)-[0-9a-f]{16}\.tmp$/;

/** Maximum age of a file whose writer is unknown. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** An unpredictable path in a folder, which identifies the writing process. */
export function temporaryPath(folder: string): string {
  return join(folder, `.knowhow-${currentOwner()}-${randomBytes(8).toString("hex")}.tmp`);
}

/** Removes files of killed writers from a folder, but not those of running ones. Returns all names found. */
export async function removeLeftovers(folder: string, disk: Disk): Promise<readonly string[]> {
  const names = await disk.list(folder).catch(() => []);
  for (const name of names) {
    const owner = TEMPORARY.exec(name)?.[1];
    if (owner === undefined) continue;
    const path = join(folder, name);
    if (await isLeft(path, owner, disk)) await disk.unlink(path).catch(() => undefined);
  }
  return names;
}

async function isLeft(path: string, owner: string, disk: Disk): Promise<boolean> {
  const liveness = livenessOf(owner);
  if (liveness !== "unknown") return liveness === "gone";
  const age = await disk.lstat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  return age > MAX_AGE_MS;
}
