import { chown, lstat, readdir, readlink } from "node:fs/promises";
import { once } from "../../basics/once.ts";
import { KnowhowError } from "../../errors.ts";
import type { Sandbox, SandboxCommand, SandboxContext, SandboxEnd, SandboxStatus } from "../../script.ts";
import { bubblewrapOptions, type SystemPaths } from "./bubblewrap-options.ts";
import { type FilteredNetwork, filteredNetwork } from "./filtered-network.ts";
import { findProgram } from "./find-program.ts";
import { type Cgroup, openCgroup } from "./open-cgroup.ts";
import { runProcess } from "./run-process.ts";
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
  const programs = once(async () => ({
    bwrap: await findProgram("bwrap"),
    prlimit: await findProgram("prlimit"),
    setpriv: await findProgram("setpriv"),
  }));
  const system = once(systemPaths);

  const runInside = async (
    command: SandboxCommand,
    { signal, onOutput }: SandboxContext,
  ): Promise<SandboxEnd> => {
    const { bwrap, prlimit, setpriv } = await programs();
    if (bwrap === undefined)
      throw new KnowhowError("scripts.no-sandbox", "bubblewrap is not installed", { hint: INSTALL });
    const options = bubblewrapOptions(command, await system());
    const isLowered = setpriv !== undefined && (await canLower(command));
    if (isLowered && command.output !== undefined) await chown(command.output, NOBODY, NOBODY);
    const lower = isLowered
      ? [setpriv, `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--"]
      : [];
    const limited = prlimit === undefined ? [] : [prlimit, ...rlimits(command), "--"];
    const group = await openCgroup(command.limits);
    try {
      const [program = bwrap, ...args] = [
        ...entering(group),
        ...lower,
        ...[bwrap, "--args", "3", "--"],
        ...limited,
        ...[command.program, ...command.args],
      ];
      return await runProcess({
        program,
        args,
        // Nothing of the command's environment: the loader of a program outside of the sandbox would read it.
        env: { PATH: "/usr/bin:/bin" },
        cwd: "/",
        input: Buffer.from(options.map((option) => `${option}\0`).join("")),
        stdin: command.stdin,
        limits: command.limits,
        signal,
        onOutput,
        isTooMuch: tooMuch(command.output, command.limits),
      });
    } finally {
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
      const { bwrap, prlimit, setpriv } = await programs();
      if (bwrap === undefined) return { works: false, reason: "bubblewrap is not installed", hint: INSTALL };
      const tried = await run(trial("/usr/bin/true"));
      if (tried.code !== 0) return broken(text(tried.stderr.bytes));
      const version = text((await run(trial(bwrap, "--version"))).stdout.bytes);
      const notes = [
        ...(isFixed(version)
          ? []
          : [`${version} has a known weakness (CVE-2026-87766); knowhow never uses what it is about.`]),
        ...(prlimit === undefined ? ["prlimit is not installed: memory and processes are not limited."] : []),
        ...(isRoot() && setpriv === undefined
          ? ["setpriv is not installed: scripts keep the user id of root."]
          : []),
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
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version)?.map(Number) ?? [];
  return major > FIXED[0] || (major === FIXED[0] && minor >= FIXED[1]);
}

/** Limits of every single process. Address space is not limited, because engines reserve much more than they use. */
function rlimits({ limits }: SandboxCommand): readonly string[] {
  return [
    `--nproc=${limits.processes}`,
    `--data=${limits.memoryMb * 1024 * 1024}`,
    `--fsize=${limits.artifactBytes}`,
    "--core=0",
    "--nofile=1024",
  ];
}

/** Moves a process into its groups before it becomes the program. */
function entering({ doors }: Cgroup): readonly string[] {
  const script = 'while [ "$1" != -- ]; do echo $$ > "$1" || exit 125; shift; done; shift; exec "$@"';
  return doors.length === 0 ? [] : ["/bin/sh", "-c", script, "sh", ...doors, "--"];
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** True if the program can have another user id than root: then the kernel counts its processes. It gets `output`. */
async function canLower({ mounts, output }: SandboxCommand): Promise<boolean> {
  if (!isRoot()) return false;
  for (const { from, access } of mounts)
    if (from !== output && (access === "write" || !(await isOpenToOthers(from)))) return false;
  return output === undefined || (await isOpenToOthers(output, { isOwned: true }));
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
