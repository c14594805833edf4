import { spawn } from "node:child_process";

/**
 * @typedef {{ cwd: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal | undefined }} RunOptions
 * @typedef {(command: string, args: readonly string[], options: RunOptions) => Promise<string>} Run
 */

/**
 * Runs a program and returns its stdout. Rejects, with all of its output, if it fails, cannot be started or `signal` is
 * aborted; an aborted program has ended before this rejects. It runs in a process group of its own, so that Ctrl-C
 * reaches it only through `signal`, together with its children.
 * @type {Run}
 */
export function runCommand(command, args, { cwd, env = process.env, signal }) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    // npm and npx are scripts on Windows, and those need a shell.
    const shell = process.platform === "win32" && (command === "npm" || command === "npx");
    const detached = process.platform !== "win32";
    const child = spawn(command, args, { cwd, env, shell, detached, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    const stop = () => killTree(child, detached);
    signal?.addEventListener("abort", stop, { once: true });
    child.once("error", reject);
    child.once("close", (code, by) => {
      signal?.removeEventListener("abort", stop);
      if (signal?.aborted) reject(signal.reason);
      else if (code === 0) resolve(stdout);
      else reject(new Error(`${command} ${args.join(" ")} failed (${by ?? code}):\n${stdout}${stderr}`));
    });
  });
}

/** @param {import("node:child_process").ChildProcess} child @param {boolean} hasGroup */
function killTree(child, hasGroup) {
  if (!hasGroup || child.pid === undefined) {
    child.kill();
    return;
  }
  try {
    process.kill(-child.pid, "SIGTERM");
  } catch {
    // The group has already ended.
  }
}
