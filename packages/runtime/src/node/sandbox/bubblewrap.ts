import { closeSync, constants, openSync, writeFileSync } from "node:fs";
import { lstat, readdir, readlink, realpath } from "node:fs/promises";
import { once } from "../../basics/once.ts";
import { KnowhowError } from "../../errors.ts";
import type { Sandbox, SandboxCommand, SandboxContext, SandboxEnd, SandboxStatus } from "../../script.ts";
import { bubblewrapOptions, type SystemPaths } from "./bubblewrap-options.ts";
import { type FilteredNetwork, filteredNetwork } from "./filtered-network.ts";
import { findProgram } from "./find-program.ts";
import { type HeldFolder, holdFolder, pidOf } from "./hold-folder.ts";
import { limitedCommand } from "./limited-command.ts";
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
  const firstDoor = filter === undefined ? 6 : 7;

  const runInside = async (
    command: SandboxCommand,
    { signal, onOutput }: SandboxContext,
  ): Promise<SandboxEnd> => {
    const bwrap = await program();
    if (bwrap === undefined)
      throw new KnowhowError("scripts.no-sandbox", "bubblewrap is not installed", { hint: INSTALL });
    const { fixed, options } = bubblewrapOptions(command, await system());
    const isLowered = canLower(command);
    const output = command.mounts.find(({ from }) => from === command.output);
    const group = openCgroup(command.limits);
    let held: HeldFolder | undefined;
    const doors: number[] = [];
    try {
      for (const path of group.doors) doors.push(openSync(path, constants.O_WRONLY));
      const ended = await runProcess({
        program: bwrap,
        args: [
          ...fixed,
          ...(filter === undefined ? [] : ["--seccomp", "6"]),
          ...["--info-fd", "5", "--args", "3", "--"],
          ...limitedCommand(
            command.limits,
            doors.map((_, index) => firstDoor + index),
          ),
          ...[command.program, ...command.args],
        ],
        // Nothing of the command's environment: the loader of a program outside of the sandbox would read it.
        env: { PATH: "/usr/bin:/bin" },
        cwd: "/",
        ...(isLowered ? { user: NOBODY } : {}),
        input: Buffer.from(options.map((option) => `${option}\0`).join("")),
        filter,
        files: doors,
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
      for (const door of doors) closeSync(door);
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
      // One program more inside, which also tells the version. Where it is not shown inside, another one is tried.
      const asked = await run(trial(bwrap, "--version"));
      const tried = asked.code === 0 ? asked : await run(trial("/bin/true"));
      if (tried.code !== 0) return broken(text(tried.stderr.bytes));
      const version = text(asked.stdout.bytes);
      const notes = [
        ...(isFixed(version)
          ? []
          : [
              `${version || "This bubblewrap"} has a known weakness (CVE-2026-87766); knowhow never uses what it is about.`,
            ]),
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
function canLower({ mounts, output }: SandboxCommand): boolean {
  if (!isRoot()) return false;
  for (const { from, access } of mounts)
    if (from !== output && (access === "write" || !isOpenToOthers(from))) return false;
  return true;
}

const TIME_ZONE = "/etc/localtime";

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
  const zone = await realpath(TIME_ZONE).catch(() => "");
  const isShown = directories.some((directory) => zone.startsWith(`${directory}/`));
  // A link costs less than a mount.
  if (isShown) links.push([TIME_ZONE, zone]);
  return { directories, links, settings: zone === "" || isShown ? [] : [TIME_ZONE] };
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trim();
}
