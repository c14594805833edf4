import type { KnowhowDirectories } from "../config/directories.ts";
import type { Awaitable } from "../ports.ts";
import type { FoundClient } from "../serving/client-sight.ts";
import type { LogVerdict } from "../state-ports.ts";

/** What the checks of the machine ask about it. */
export interface Machine {
  /** Version of Node, such as `v22.1.0`. */
  readonly nodeVersion: string;
  /** The working directory. */
  readonly cwd: string;
  readonly directories: KnowhowDirectories;
  /** The clients to report about. */
  readonly clients: readonly FoundClient[];
  /** Verifies the audit log of this machine. */
  verifyAudit(): Promise<{ readonly path: string; readonly verdict: LogVerdict }>;
  /** What is at a path: a directory that is `writable` or `not-writable`, a `file`, something else, or nothing. */
  inspect(path: string): Awaitable<"writable" | "not-writable" | "file" | "other" | "absent">;
  /** Why the cache is not used: others could have written it; undefined if it is used. */
  cacheProblem(cache: string): Awaitable<string | undefined>;
}
