import { randomBytes } from "node:crypto";
import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import type { SandboxLimits } from "../../script.ts";

/** Control groups that limit a process with everything that it starts. */
export interface Cgroup {
  /** Files that a process writes its id to, to enter. */
  readonly doors: readonly string[];
  /** True if the group limits all processes together. */
  readonly limits: { readonly memory: boolean; readonly processes: boolean };
  /** Removes the groups. Their processes have ended. */
  close(): Promise<void>;
}

const MOUNT = "/sys/fs/cgroup";
const TRIES = 30;

/** Makes a group below the one that this process is in, where the system allows it; else there are no limits. */
export async function openCgroup(limits: Pick<SandboxLimits, "memoryMb" | "processes">): Promise<Cgroup> {
  const name = `knowhow-${process.pid}-${randomBytes(4).toString("hex")}`;
  const made: string[] = [];
  const settings = {
    memory: [`${limits.memoryMb * 1024 * 1024}`, ["memory.max", "memory.limit_in_bytes"]],
    pids: [`${limits.processes}`, ["pids.max", "pids.max"]],
  } as const;
  const own = await ownGroups();
  const open = async (controller: keyof typeof settings): Promise<boolean> => {
    const [value, [unified, separate]] = settings[controller];
    const group = own.get(controller);
    const places = [
      ...(own.unified === undefined ? [] : [[`${MOUNT}${own.unified}/${name}`, unified] as const]),
      ...(group === undefined ? [] : [[`${MOUNT}/${controller}${group}/${name}`, separate] as const]),
    ];
    for (const [path, file] of places) {
      try {
        if (!made.includes(path)) {
          await mkdir(path);
          made.push(path);
        }
        await writeFile(`${path}/${file}`, value, { flag: "r+" });
        return true;
      } catch {
        // This place is not ours, or has no such controller.
      }
    }
    return false;
  };
  const memory = await open("memory");
  const processes = await open("pids");
  return {
    doors: made.map((path) => `${path}/cgroup.procs`),
    limits: { memory, processes },
    close: async () => {
      for (const path of made) await remove(path);
    },
  };
}

/** The groups of this process: by controller, and the unified one if it is mounted alone. */
async function ownGroups(): Promise<ReadonlyMap<string, string> & { readonly unified?: string }> {
  const text = await readFile("/proc/self/cgroup", "utf8").catch(() => "");
  const groups = new Map<string, string>();
  let unified: string | undefined;
  for (const line of text.split("\n")) {
    const [id, controllers = "", path = ""] = line.split(/:/, 3);
    const place = path === "/" ? "" : path;
    if (id === "0") unified = place;
    else for (const controller of controllers.split(",")) groups.set(controller, place);
  }
  return Object.assign(groups, groups.size === 0 && unified !== undefined ? { unified } : {});
}

/** A group can be removed only when its last process is gone, which the kernel may still be busy with for a moment. */
async function remove(path: string): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    try {
      await rmdir(path);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, Math.min(10, attempt + 1)));
    }
  }
}
