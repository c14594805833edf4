import { spawnSync } from "node:child_process";

/** A user number that has no home, no name and no rights on any usual system. */
export const STRANGER = 64_321;

/**
 * The words before a command that take away the superuser's rights; none for an ordinary user.
 * Undefined when that is impossible here: no `setpriv`, or a program that others may not read.
 */
export function unprivileged(program: readonly string[]): readonly string[] | undefined {
  if (process.platform === "win32") return undefined;
  if (process.getuid?.() !== 0) return [];
  const words = ["setpriv", `--reuid=${STRANGER}`, `--regid=${STRANGER}`, "--clear-groups"];
  const [command = "", ...rest] = [...words, ...program];
  return spawnSync(command, rest, { cwd: "/" }).status === 0 ? words : undefined;
}
