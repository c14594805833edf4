import { KnowhowError } from "../../errors.ts";
import type { SandboxCommand } from "../../script.ts";

/** What of this machine every sandbox shows: programs and libraries, never data or settings of users. */
export interface SystemPaths {
  /** Real directories, such as `/usr`. */
  readonly directories: readonly string[];
  /** Links to what is shown, such as `/bin` to `usr/bin`. */
  readonly links: readonly (readonly [path: string, target: string])[];
  /** Files under /etc that are not links to what is shown. */
  readonly settings: readonly string[];
}

/** Paths of the sandbox that nothing may be mounted over. */
const OWN = [
  "/proc",
  "/dev",
  "/tmp",
  "/home",
  "/etc",
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/sys",
  "/run",
];

/** What programs need under /etc to find libraries and other programs. */
const SETTINGS = ["/etc/alternatives", "/etc/ld.so.cache"];

/** Certificates, for programs that reach hosts. */
const CERTIFICATES = [
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
  "/etc/pki/tls/certs",
  "/etc/pki/ca-trust/extracted",
];

/** A program that passes its limit by less is stopped, and told why; it can never pass it by more. */
const SPARE = 1024 * 1024;

/** What keeps a program apart whatever is mounted, so that it also holds if the other options never arrive. */
const FIXED = [
  ...["--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"],
  ...["--cap-drop", "ALL", "--clearenv", "--hostname", "sandbox", "--uid", "1000", "--gid", "1000"],
];

/** Options for the command line, and those that other users of this machine must not see. */
export interface BubblewrapOptions {
  readonly fixed: readonly string[];
  readonly options: readonly string[];
}

/**
 * The options of bubblewrap for a command: a file system of its own with only what is mounted, no network, own process
 * ids, no capabilities, no further namespaces, no terminal, an empty environment. Nothing is ever mounted below another
 * mount, so that bubblewrap creates no path inside a directory that a script could have changed (CVE-2026-87766).
 */
export function bubblewrapOptions(command: SandboxCommand, system: SystemPaths): BubblewrapOptions {
  const { mounts, limits, output } = command;
  checkPlaces(command, system);
  // Three temporary directories share the limit.
  const size = String(Math.max(1, Math.ceil(limits.artifactBytes / 3)));
  const options = [
    ...system.directories.flatMap((path) => ["--ro-bind", path, path]),
    ...system.links.flatMap(([path, target]) => ["--symlink", target, path]),
    ...[...SETTINGS, ...system.settings, ...(command.hosts.length === 0 ? [] : CERTIFICATES)].flatMap(
      (path) => ["--ro-bind-try", path, path],
    ),
    // Read-only: for the owner of /proc/sys, which root stays in its sandbox, settings of the kernel are writable.
    ...["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"],
    ...["/tmp", "/home", "/dev/shm"].flatMap((path) => ["--size", size, "--tmpfs", path]),
    ...mounts.flatMap(({ from, to, access }) =>
      // In memory, because a limit of what is on disk could be passed by a file that is deleted while it is open.
      from === output
        ? ["--size", String(limits.artifactBytes + SPARE), "--tmpfs", to]
        : [access === "read" ? "--ro-bind" : "--bind", from, to],
    ),
    ...["--remount-ro", "/"],
    ...Object.entries(command.env).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--chdir", command.cwd],
  ];
  return { fixed: FIXED, options };
}

/** Refuses what the sandbox could not keep apart. */
function checkPlaces({ mounts, env }: SandboxCommand, system: SystemPaths): void {
  const taken = [...OWN, ...system.directories, ...system.links.map(([path]) => path)];
  for (const [index, { from, to }] of mounts.entries()) {
    const others = mounts.filter((_, other) => other !== index).map((mount) => mount.to);
    const clash = [...taken, ...others].find((path) => isWithin(to, path) || isWithin(path, to));
    if (clash !== undefined) throw refuse(`${to} lies inside of ${clash}, or the other way round`);
    if (!/^\/[^/\0]+(?:\/[^/\0]+)*$/.test(to) || to.split("/").some((part) => part === ".." || part === "."))
      throw refuse(`${to} is not a plain absolute path`);
    if (!from.startsWith("/")) throw refuse(`${from} is not an absolute path`);
  }
  for (const [name, value] of Object.entries(env))
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || value.includes("\0"))
      throw refuse(`the variable ${JSON.stringify(name)} cannot be set`);
}

function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

function refuse(reason: string): KnowhowError {
  return new KnowhowError("scripts.sandbox-refused", `the sandbox cannot be set up: ${reason}`);
}
