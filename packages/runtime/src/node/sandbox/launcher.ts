import type { SandboxCommand } from "../../script.ts";

/**
 * A program for Node that starts another one, as the beginning of its standard input says, and passes on the rest. So
 * values of variables are in no list of processes, and nothing of a command is ever read by a shell. The environment is
 * what is given, and the proxy of the sandbox.
 */
export const LAUNCHER: string = `
const parts = [];
process.stdin.on("data", (part) => parts.push(part)).on("end", () => {
  const all = Buffer.concat(parts);
  const end = 4 + all.readUInt32BE(0);
  const { program, args, env, cwd } = JSON.parse(all.subarray(4, end).toString());
  const own = Object.entries(process.env);
  const kept = process.platform === "win32" ? own : own.filter(([name]) => /_proxy$/i.test(name));
  const stdio = ["pipe", "inherit", "inherit"];
  const child = require("node:child_process").spawn(program, args, { cwd, env: { ...Object.fromEntries(kept), ...env }, stdio });
  child.on("error", (error) => { console.error(error.message); process.exit(126); });
  child.on("exit", (code, signal) => signal === null ? process.exit(code) : process.kill(process.pid, signal));
  child.stdin.on("error", () => {});
  child.stdin.end(all.subarray(end));
});
`;

/** What the launcher reads. */
export function launchInput({
  program,
  args,
  env,
  cwd,
  stdin = new Uint8Array(),
}: SandboxCommand): Uint8Array {
  const told = Buffer.from(JSON.stringify({ program, args, env, cwd }));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(told.length);
  return Buffer.concat([size, told, stdin]);
}
