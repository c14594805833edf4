import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { SandboxLimits } from "../../script.ts";

/** Control groups that limit a process with everything that it starts. */
export interface Cgroup {
  /** Moves a process into the unified group, if there is one. Throws if that is not possible. */
  enter(pid: number): void;
  /**
   * Files by which a process with one thread enters the other groups: it writes `0`. For a process that is moved by another
   * one, the kernel waits until no other process is being started or ended, which takes 10 ms and more.
   */
  readonly doors: readonly string[];
  /** True if the group limits all processes together. */
  readonly limits: { readonly memory: boolean; readonly processes: boolean };
  /** Removes the groups. Their processes have ended. */
  close(): Promise<void>;
}

/** Where the kernel shows control groups. A new directory has the files of its controllers at once. */
export interface CgroupPlace {
  readonly mount: string;
  /** The groups of this process, as in `/proc/self/cgroup`. */
  readonly own: string;
  make(path: string): void;
  remove(path: string): void;
}

const TRIES = 30;
/** A group that has no processes after this time was left behind. */
const OLD_MS = 60_000;

/** Makes a group below the one that this process is in, where the system allows it; else there are no limits. */
export function openCgroup(
  limits: Pick<SandboxLimits, "memoryMb" | "processes">,
  place: CgroupPlace = kernelPlace(),
): Cgroup {
  // The script sees this name, so it does not tell the process id.
  const name = `knowhow-${randomBytes(8).toString("hex")}`;
  /** Groups that were made, and whether they limit anything. */
  const made = new Map<string, boolean>();
  const settings = {
    memory: [`${limits.memoryMb * 1024 * 1024}`, ["memory.max", "memory.limit_in_bytes"]],
    pids: [`${limits.processes}`, ["pids.max", "pids.max"]],
  } as const;
  const own = ownGroups(place.own);
  const open = (controller: keyof typeof settings): boolean => {
    const [value, [unified, separate]] = settings[controller];
    const group = own.get(controller);
    const places = [
      ...(own.unified === undefined ? [] : [[`${place.mount}${own.unified}/${name}`, unified] as const]),
      ...(group === undefined ? [] : [[`${place.mount}/${controller}${group}/${name}`, separate] as const]),
    ];
    for (const [path, file] of places) {
      try {
        if (!made.has(path)) place.make(path);
        removeOld(dirname(path));
        made.set(path, made.get(path) ?? false);
        writeFileSync(`${path}/${file}`, value, { flag: "r+" });
        made.set(path, true);
        return true;
      } catch {
        // This place is not ours, or has no such controller.
      }
    }
    return false;
  };
  const memory = open("memory");
  const processes = open("pids");
  const used = [...made].flatMap(([path, isLimited]) => (isLimited ? [path] : []));
  const isUnified = own.unified !== undefined;
  return {
    enter: (pid) => {
      if (!isUnified) return;
      for (const path of used) writeFileSync(`${path}/cgroup.procs`, String(pid), { flag: "r+" });
    },
    doors: isUnified ? [] : used.map((path) => `${path}/tasks`),
    limits: { memory, processes },
    close: async () => {
      for (const path of made.keys()) await remove(place, path);
    },
  };
}

function kernelPlace(): CgroupPlace {
  const own = "/proc/self/cgroup";
  return {
    mount: "/sys/fs/cgroup",
    own: existsSync(own) ? readFileSync(own, "utf8") : "",
    make: (path) => mkdirSync(path),
    remove: (path) => rmdirSync(path),
  };
}

/**
 * Removes groups that a process left behind because it was killed. One with processes in it cannot be removed, and a new one
 * has them at once.
 */
function removeOld(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!/^knowhow-[0-9a-f]{16}$/.test(name)) continue;
    const path = `${parent}/${name}`;
    try {
      if (statSync(path).mtimeMs < Date.now() - OLD_MS) rmdirSync(path);
    } catch {
      // Somebody else was faster, or the kernel is still busy with it.
    }
  }
}

/** The groups of this process: by controller, and the unified one if it is mounted alone. */
function ownGroups(text: string): ReadonlyMap<string, string> & { readonly unified?: string } {
  const groups = new Map<string, string>();
  let unified: string | undefined;
  for (const line of text.split("\n").filter((each) => each !== "")) {
    const [id, controllers = "", path = ""] = line.split(/:/, 3);
    const place = path === "/" ? "" : path;
    if (id === "0") unified = place;
    else for (const controller of controllers.split(",")) groups.set(controller, place);
  }
  return Object.assign(groups, groups.size === 0 && unified !== undefined ? { unified } : {});
}

/** A group can be removed only when its last process is gone, which the kernel may still be busy with for a moment. */
async function remove(place: CgroupPlace, path: string): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    try {
      place.remove(path);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, Math.min(10, attempt + 1)));
    }
  }
}
