import { writeFileSync } from "node:fs";
import { lstat, readdir, readlink } from "node:fs/promises";
import { once } from "../../basics/once.ts";
import { KnowhowError } from "../../errors.ts";
import type {
  Sandbox,
  SandboxCommand,
  SandboxContext,
  SandboxEnd,
  SandboxLimits,
  SandboxStatus,
} from "../../script.ts";
import { bubblewrapOptions, type SystemPaths } from "./bubblewrap-options.ts";
import { type FilteredNetwork, filteredNetwork } from "./filtered-network.ts";
import { findProgram } from "./find-program.ts";
import { type HeldFolder, holdFolder, pidOf } from "./hold-folder.ts";
import { openCgroup } from "./open-cgroup.ts";
import { pipePool } from "./pipe-pool.ts";
import { runProcess } from "./run-process.ts";
import { systemCallFilter } from "./system-calls.ts";
import { tooMuch } from "./too-much.ts";
import { isOpenToOthers, NOBODY } from "./unprivileged.ts";
import { withProxy } from "./with-proxy.ts";

const INSTALL = "install bubblewrap, for example: apt install bubblewrap";
/** The first version that creates no path through a link (CVE-2026-87766). */
const FIXED = [0, 12] as const;

/**
 * The sandbox on Linux: bubblewrap without any helper of its own. A program sees the system's programs and libraries,
 * what is mounted for it, and nothing else. It has no network; hosts are reached through a proxy, if there is one that
 * filters them.
 */
export function bubblewrap(network: FilteredNetwork = filteredNetwork()): Sandbox {
  const program = once(() => findProgram("bwrap"));
  const system = once(systemPaths);
  const pipes = pipePool();
  const filter = systemCallFilter();

  const runInside = async (
    command: SandboxCommand,
    { signal, onOutput }: SandboxContext,
  ): Promise<SandboxEnd> => {
    const bwrap = await program();
    if (bwrap === undefined)
      throw new KnowhowError("scripts.no-sandbox", "bubblewrap is not installed", { hint: INSTALL });
    const { fixed, options } = bubblewrapOptions(command, await system());
    const isLowered = await canLower(command);
    const output = command.mounts.find(({ from }) => from === command.output);
    const group = openCgroup(command.limits);
    let held: HeldFolder | undefined;
    try {
      const ended = await runProcess({
        program: bwrap,
        args: [
          ...fixed,
          ...(filter === undefined ? [] : ["--seccomp", "6"]),
          ...["--info-fd", "5", "--args", "3", "--"],
          ...limited(command.limits),
          ...[command.program, ...command.args],
        ],
        // Nothing of the command's environment: the loader of a program outside of the sandbox would read it.
        env: { PATH: "/usr/bin:/bin" },
        cwd: "/",
        ...(isLowered ? { user: NOBODY } : {}),
        input: Buffer.from(options.map((option) => `${option}\0`).join("")),
        filter,
        stdin: command.stdin,
        limits: command.limits,
        signal,
        onOutput,
        onSpawn: (pid) => {
          group.enter(pid);
          forbidDumps(pid);
        },
        onReady: (info) => {
          if (output !== undefined) held = holdFolder(pidOf(info), output.to);
        },
        isTooMuch: tooMuch(() => held?.path, command.limits),
        pipes,
      });
      if (command.output !== undefined) await held?.copyTo(command.output, command.limits);
      return ended;
    } finally {
      held?.close();
      await group.close();
    }
  };

  const run: Sandbox["run"] = async (command, context = {}) => {
    if (command.hosts.length === 0) return runInside(command, context);
    const filter = await network.status();
    if (!filter.works)
      throw new KnowhowError("scripts.sandbox-refused", filter.reason, { hint: filter.hint });
    return network.use(command.hosts, (proxy) => runInside(withProxy(command, proxy), context));
  };

  const status = once(async (): Promise<SandboxStatus> => {
    try {
      const bwrap = await program();
      if (bwrap === undefined) return { works: false, reason: "bubblewrap is not installed", hint: INSTALL };
      const tried = await run(trial("/bin/true"));
      if (tried.code !== 0) return broken(text(tried.stderr.bytes));
      const version = text((await run(trial(bwrap, "--version"))).stdout.bytes);
      const notes = [
        ...(isFixed(version)
          ? []
          : [`${version} has a known weakness (CVE-2026-87766); knowhow never uses what it is about.`]),
        ...(filter === undefined ? [`System calls are not filtered on ${process.arch}.`] : []),
      ];
      return { works: true, notes };
    } catch (error) {
      return broken(error instanceof Error ? error.message : String(error));
    }
  });

  return { id: "bubblewrap", filtersHosts: () => network.status(), status, run };
}

function trial(program: string, ...args: readonly string[]): SandboxCommand {
  return {
    program,
    args,
    env: {},
    mounts: [],
    cwd: "/",
    hosts: [],
    limits: {
      seconds: 10,
      memoryMb: 256,
      processes: 16,
      outputBytes: 10_000,
      artifactBytes: 1_000_000,
      artifacts: 1,
    },
  };
}

function broken(message: string): SandboxStatus {
  return {
    works: false,
    reason: `bubblewrap does not work here: ${message.trim().slice(0, 300)}`,
    hint: "the system must allow user namespaces (in containers: a seccomp profile that permits them; on Ubuntu: kernel.apparmor_restrict_unprivileged_userns=0)",
  };
}

function isFixed(version: string): boolean {
  const [, major = 0, minor = 0] = /(\d{1,9})\.(\d{1,9})/.exec(version)?.map(Number) ?? [];
  return major > FIXED[0] || (major === FIXED[0] && minor >= FIXED[1]);
}

/**
 * Limits every single process, then waits until the sandbox is held, then becomes the program. Address space is not
 * limited, because engines reserve much more than they use. Shells have different options for processes.
 */
const ENTER = [
  'ulimit -c 0 && ulimit -f "$1" && ulimit -d "$2" && { ulimit -u "$3" 2>/dev/null || ulimit -p "$3"; } || exit 125',
  "ulimit -n 1024 2>/dev/null",
  "echo >&4 && read -r go <&4 || exit 125",
  "exec 4>&-",
  'shift 3; exec "$@"',
].join("\n");

function limited({ artifactBytes, memoryMb, processes }: SandboxLimits): readonly string[] {
  const [blocks, kilobytes] = [Math.max(1, Math.floor(artifactBytes / 512)), memoryMb * 1024];
  return ["/bin/sh", "-c", ENTER, "sh", String(blocks), String(kilobytes), String(processes)];
}

/**
 * A crash can start a program outside of the sandbox, which stores the memory of what crashed, whatever its limit for such
 * files is. What is inherited is that there is nothing to store.
 */
function forbidDumps(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/coredump_filter`, "0");
  } catch {
    // Where bubblewrap is installed with the rights of root, nothing of it is stored anyway.
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** True if the program can have another user id than root: then the kernel counts its processes. */
async function canLower({ mounts, output }: SandboxCommand): Promise<boolean> {
  if (!isRoot()) return false;
  for (const { from, access } of mounts)
    if (from !== output && (access === "write" || !(await isOpenToOthers(from)))) return false;
  return true;
}

/** The directories with programs and libraries of this system. */
async function systemPaths(): Promise<SystemPaths> {
  const names = ["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "nix"];
  const present = new Set(await readdir("/"));
  const directories: string[] = [];
  const links: [string, string][] = [];
  for (const name of names) {
    if (!present.has(name)) continue;
    const path = `/${name}`;
    if ((await lstat(path)).isSymbolicLink()) links.push([path, await readlink(path)]);
    else directories.push(path);
  }
  return { directories, links };
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trim();
}
