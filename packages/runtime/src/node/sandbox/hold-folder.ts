import { isUtf8 } from "node:buffer";
import { chmodSync, closeSync, constants, openSync } from "node:fs";
import { chmod, copyFile, lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isRecord } from "../../basics/is-record.ts";
import type { SandboxLimits } from "../../script.ts";
import { isEmpty, MAX_PATH } from "./collect-artifacts.ts";

/** A directory of a sandbox that exists as long as it is held, also after the sandbox has ended. */
export interface HeldFolder {
  /** Where this process finds it. */
  readonly path: string;
  /** Copies the files that may be kept. */
  copyTo(target: string, limits: Pick<SandboxLimits, "artifacts" | "artifactBytes">): Promise<void>;
  close(): void;
}

/** Holds a directory in the file system of a process. */
export function holdFolder(pid: number, folder: string): HeldFolder {
  const file = openSync(`/proc/${pid}/root${folder}`, constants.O_RDONLY | constants.O_DIRECTORY);
  const path = `/proc/self/fd/${file}`;
  return {
    path,
    copyTo: (target, limits) => copyFiles(path, target, limits),
    close: () => closeSync(file),
  };
}

/** The program has ended, so nothing changes meanwhile. Nothing is created there: the user id may be unknown there. */
async function copyFiles(
  from: string,
  to: string,
  { artifacts, artifactBytes }: Pick<SandboxLimits, "artifacts" | "artifactBytes">,
): Promise<void> {
  chmodSync(from, 0o700);
  if (isEmpty(from)) return;
  let [files, room] = [artifacts, artifactBytes];
  const walk = async (directory: string): Promise<void> => {
    await chmod(join(from, directory), 0o700);
    await mkdir(join(to, directory), { recursive: true, mode: 0o700 });
    for (const name of await readdir(join(from, directory), { encoding: "buffer" })) {
      const path = join(directory, name.toString());
      if (!isUtf8(name) || path.length > MAX_PATH) continue;
      const stat = await lstat(join(from, path));
      if (stat.isDirectory()) await walk(path);
      // Links, pipes and devices are not followed and not kept.
      if (!stat.isFile() || stat.size > room || files === 0) continue;
      [files, room] = [files - 1, room - stat.size];
      await chmod(join(from, path), 0o600);
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_EXCL);
    }
  };
  await walk("");
}

/** The process that `bwrap --info-fd` tells about: the first one in the sandbox. */
export function pidOf(info: string): number {
  const told: unknown = JSON.parse(info);
  const pid = isRecord(told) ? told["child-pid"] : undefined;
  if (typeof pid === "number") return pid;
  throw new Error("bubblewrap does not tell which process it has started");
}
