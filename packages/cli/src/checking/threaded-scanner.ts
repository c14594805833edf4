import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Scanner, ScanReport, ScanSubject } from "@knowhow/runtime";
import { createScanner } from "@knowhow/scanner";
import { openWorkerPool } from "../io/worker-pool.ts";

/** A scanner that is closed after use. */
export interface OpenScanner extends Scanner {
  /** How many skills it is worth scanning at the same time. */
  readonly atOnce: number;
  close(): Promise<void>;
}

/** For fewer skills, starting threads would take longer than scanning. */
const MIN_SKILLS = 64;

/** Beside the program; there is none if the sources run without a build, as in tests. */
const WORKER = new URL("./scan-worker.cjs", import.meta.url);

/** Opens the scanner for a number of skills: in this thread, or in as many as there are processors. */
export function openScanner(skills: number): OpenScanner {
  const own = createScanner();
  if (skills < MIN_SKILLS || availableParallelism() < 2 || !existsSync(WORKER))
    return { ...own, atOnce: 1, close: async () => undefined };
  const pool = openWorkerPool<ScanSubject, ScanReport>(WORKER);
  // Each thread has the next skill while it scans one.
  return { id: own.id, scan: pool.ask, atOnce: 2 * pool.size, close: pool.close };
}
