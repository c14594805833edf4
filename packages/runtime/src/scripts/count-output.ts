import type { SandboxChunk } from "../script.ts";

/** Bytes that a script has written so far. */
export interface OutputCount {
  readonly stdout: number;
  readonly stderr: number;
}

/** A script that writes without pause is reported this often. */
const EVERY_MS = 100;

/** Counts what a script writes, and reports it: at once, then at most ten times per second. */
export function countOutput(report: (count: OutputCount) => void): (chunk: SandboxChunk) => void {
  const count = { stdout: 0, stderr: 0 };
  let last = Number.NEGATIVE_INFINITY;
  return ({ stream, bytes }) => {
    count[stream] += bytes.length;
    if (performance.now() - last < EVERY_MS) return;
    last = performance.now();
    report({ ...count });
  };
}
