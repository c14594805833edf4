import { spawnSync } from "node:child_process";

/** A user id without a name, a home directory or permissions on usual systems. */
export const STRANGER = 64_321;

/**
 * The words before a command that run it without the privileges of root; none for an ordinary user.
 * Undefined if that is impossible here: no `setpriv`, or a program that others may not read.
 */
export function unprivileged(program: readonly string[]): readonly string[] | undefined {
  if (process.platform === "win32") return undefined;
  if (process.getuid?.() !== 0) return [];
  const words = ["setpriv", `--reuid=${STRANGER}`, `--regid=${STRANGER}`, "--clear-groups"];
  const [command = "", ...rest] = [...words, ...program];
  return spawnSync(command, rest, { cwd: "/" }).status === 0 ? words : undefined;
}
