import { spawnSync } from "node:child_process";

/** Namespaces of its own that a copy has besides those for mounts, processes, names and shared memory. */
export type CopyPart = "net";

/** What it takes to make a copy: `$1` is the directory for it, `$2` what is copied, `$3` the script. */
const MAKE = [
  "set -e",
  'mount -t tmpfs tmpfs "$1"',
  'mkdir "$1/upper" "$1/work" "$1/merged"',
  'mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/merged"',
  'cd "$1/merged"',
  "mount -t proc proc proc",
  "mount --rbind /sys sys",
  "mount -t tmpfs tmpfs dev",
  "cp -a /dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty dev/",
  "ln -s /proc/self/fd dev/fd",
  'mkdir -p ".$2" skill work output dev/shm dev/pts',
  "mount -t devpts devpts dev/pts -o newinstance,ptmxmode=666",
  "ln -s pts/ptmx dev/ptmx",
  'cp -a "$2/." ".$2"',
  'cp -a "$2/skill/." skill',
  'exec chroot . /bin/bash -c "$3"',
].join("\n");

/**
 * Runs a script as root in a copy of this machine that is thrown away: everything is there and can be changed, nothing of it
 * stays. Needs to be root itself. Returns what the script wrote.
 */
export function runInCopy(
  script: string,
  {
    place,
    shown,
    env,
    parts = [],
  }: {
    /** An empty directory. */
    readonly place: string;
    /** A directory that the copy has at the same path; what is in its `skill` is also at `/skill`. */
    readonly shown: string;
    readonly env: NodeJS.ProcessEnv;
    readonly parts?: readonly CopyPart[];
  },
): string {
  const own = ["--mount", "--uts", "--ipc", "--pid", ...parts.map((part) => `--${part}`)];
  const args = [...own, "--fork", "--kill-child", "--propagation", "private"];
  const { stdout, stderr } = spawnSync(
    "unshare",
    [...args, "--", "/bin/bash", "-c", MAKE, "bash", place, shown, script],
    { encoding: "utf8", env, timeout: 30_000, killSignal: "SIGKILL" },
  );
  return `${stdout}\n${stderr}`;
}
