import type { SandboxLimits } from "../../script.ts";

/**
 * What a shell inside of the sandbox does before it becomes the program: it enters control groups by the given file
 * descriptors, limits every single process, tells on descriptor 4 that the sandbox is complete, and waits there until it is
 * held. Address space is not limited, because engines reserve much more than they use. Shells have different options for
 * processes.
 */
export function limitedCommand(
  { artifactBytes, memoryMb, processes }: SandboxLimits,
  doors: readonly number[],
): readonly string[] {
  const script = [
    ...doors.map((door) => `echo 0 >&${door} && exec ${door}>&- || exit 125`),
    'ulimit -c 0 && ulimit -f "$1" && ulimit -d "$2" && { ulimit -u "$3" 2>/dev/null || ulimit -p "$3"; } || exit 125',
    "ulimit -n 1024 2>/dev/null",
    "echo >&4 && read -r go <&4 || exit 125",
    "exec 4>&-",
    'shift 3; exec "$@"',
  ].join("\n");
  const [blocks, kilobytes] = [Math.max(1, Math.floor(artifactBytes / 512)), memoryMb * 1024];
  return ["/bin/sh", "-c", script, "sh", String(blocks), String(kilobytes), String(processes)];
}
