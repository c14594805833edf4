import { spawn } from "node:child_process";
import { KNOWHOW } from "./world.mjs";

/** A call that takes longer is stuck. */
const LIMIT_MS = 120_000;

/** How Node says that something is experimental, deprecated or suspicious. */
const WARNING = /\(node:\d+\)|\bWarning: |--trace-(?:warnings|deprecation)/;

/**
 * Calls a command once. Returns what is wrong with the result; undefined if nothing is.
 *
 * @param {import("./table.mjs").Row} row
 * @param {{ readonly node: string, readonly world: import("./world.mjs").World, readonly json: boolean }} how
 * @returns {Promise<string | undefined>}
 */
export async function call(row, { node, world, json }) {
  const words = [...row.command.split(" "), ...(row.words?.(world.seeds(row.runs)) ?? [])];
  const child = spawn(node, [KNOWHOW, ...words, ...(json ? ["--json"] : [])], {
    cwd: world.project,
    env: world.env(row.runs),
    timeout: LIMIT_MS,
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (data) => {
    said.out += data;
    stopWhenSaid();
  });
  child.stderr.on("data", (data) => {
    said.err += data;
    stopWhenSaid();
  });
  let isStopped = false;
  const stopWhenSaid = () => {
    if (row.until === undefined || isStopped || !`${said.out}${said.err}`.includes(row.until)) return;
    isStopped = child.kill("SIGTERM");
  };
  // A command that fails may not read its input.
  child.stdin.on("error", () => undefined);
  child.stdin.end(row.input ?? "");
  const exit = await new Promise((resolve) => child.once("close", resolve));
  const problem = problemOf(row, { ...said, exit, json });
  return problem && `knowhow ${words.join(" ")}${json ? " --json" : ""}: ${problem}\n${said.out}${said.err}`;
}

/** @param {import("./table.mjs").Row} row @param {{ readonly out: string, readonly err: string, readonly exit: unknown, readonly json: boolean }} result */
function problemOf({ exit: expected = 0 }, { out, err, exit, json }) {
  if (exit !== expected) return `exit code ${exit} instead of ${expected}`;
  if (WARNING.test(err)) return "a warning of Node on stderr";
  if (out === "") return "nothing on stdout";
  if (!json) return undefined;
  try {
    JSON.parse(out);
    return undefined;
  } catch {
    return "no JSON on stdout";
  }
}
