import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * One program to measure. `check` throws if the output shows that the program did not do its work; `before` runs before
 * every start and is not measured.
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {string} node the Node binary that runs it
 * @property {readonly string[]} args
 * @property {string} [cwd]
 * @property {Readonly<Record<string, string>>} env
 * @property {() => void} [before]
 * @property {(stdout: string) => void} [check]
 */

/** @typedef {{ readonly name: string; readonly cpuMs: number; readonly runs: readonly number[]; readonly peakMiB: number }} Measured */

const preload = fileURLToPath(new URL("programs/tell-peak-memory.cjs", import.meta.url));

/**
 * CPU time and peak memory of every case. Each case first runs once to be checked and to show its memory; then all run
 * in turn, round by round, so that a busy moment of the machine affects all of them equally. The result is the median.
 *
 * @param {readonly Case[]} cases
 * @param {number} runs
 * @returns {readonly Measured[]}
 */
export function measure(cases, runs) {
  const peaks = cases.map(peakMemory);
  const times = cases.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < runs; round += 1) {
    for (const [index, item] of cases.entries()) times[index]?.push(cpuTime(item));
  }
  return cases.map(({ name }, index) => {
    const taken = times[index] ?? [];
    return { name, cpuMs: median(taken), runs: taken, peakMiB: peaks[index] ?? Number.NaN };
  });
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** User and system time of one run in milliseconds, from start to end of the process, as bash counts it. @param {Case} item */
function cpuTime(item) {
  item.before?.();
  const timed = ["-c", 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>&1', "bash", item.node, ...item.args];
  const [user, system] = run(item, timed).trim().split(" ").map(Number);
  return Math.round(((user ?? Number.NaN) + (system ?? Number.NaN)) * 1_000);
}

/** Peak resident memory of one run in MiB; also the run whose output is checked. @param {Case} item */
function peakMemory(item) {
  item.before?.();
  const folder = mkdtempSync(join(tmpdir(), "knowhow-bench-peak-"));
  const [peak, output] = [join(folder, "peak"), join(folder, "output")];
  try {
    // Through a shell, because a process started directly would include the memory of this one. Into a file, because not
    // every program waits until a pipe has been drained.
    const args = [
      "-c",
      '"$@" >"$OUTPUT_FILE"; exit $?',
      "bash",
      item.node,
      "--require",
      preload,
      ...item.args,
    ];
    run(item, args, { PEAK_MEMORY_FILE: peak, OUTPUT_FILE: output });
    item.check?.(readFileSync(output, "utf8"));
    return Number(readFileSync(peak, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs bash with these arguments and returns its stderr. @param {Case} item @param {readonly string[]} args @param {Readonly<Record<string, string>>} [more] */
function run(item, args, more = {}) {
  const { status, stderr, error } = spawnSync("bash", args, {
    cwd: item.cwd,
    env: { ...item.env, ...more },
    encoding: "utf8",
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${item.name}: exit code ${status}\n${stderr.slice(0, 1_000)}`);
  return stderr;
}
