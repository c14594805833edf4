import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { checkOptions } from "../basics/check-options.ts";
import { filledText, listOf, mapping, wholeNumber } from "../basics/kinds.ts";
import { knowhowDirectories } from "../config/directories.ts";
import { type DoctorReport, examineRuntime } from "../diagnosis/examine-runtime.ts";
import type { Machine } from "../diagnosis/machine.ts";
import type { Runtime } from "../runtime.ts";
import type { FoundClient } from "../serving/client-sight.ts";
import { auditLogPath } from "./audit/audit-file.ts";
import { openAuditLog } from "./audit/open-audit-log.ts";
import type { NodeRuntimeOptions } from "./create-runtime.ts";
import { nodeEnvironment } from "./node-environment.ts";
import { cacheProblem } from "./state/ownership.ts";

/** The same options as the runtime's, for a host that does not use those of the process. */
export interface DoctorOptions extends Pick<NodeRuntimeOptions, "cwd" | "home" | "env"> {
  /** Number of tokens that the catalog may have. Default that of a new session. */
  readonly catalogBudget?: number;
  /** The clients to report about, as the application found them. Default none. */
  readonly clients?: readonly FoundClient[];
}

/** Checks this machine, the configuration and all skills: the report that `knowhow doctor --json` prints. */
export async function runDoctor(
  runtime: Pick<Runtime, "library" | "configFiles" | "profile" | "catalog" | "unseen" | "trust">,
  options: DoctorOptions = {},
): Promise<DoctorReport> {
  checkOptions("runDoctor", options, {
    cwd: filledText,
    home: filledText,
    env: mapping,
    catalogBudget: wholeNumber(0),
    clients: listOf(mapping, "an array of clients"),
  });
  const { cwd, home, env, catalogBudget, clients = [] } = options;
  const environment = nodeEnvironment({ cwd, home, variables: env });
  const directories = knowhowDirectories(environment);
  const path = auditLogPath(directories);
  const verifyAudit = async () => ({ path, verdict: await openAuditLog(path).verify() });
  const machine = {
    nodeVersion: process.version,
    cwd: environment.cwd,
    directories,
    clients,
    inspect,
    verifyAudit,
    cacheProblem: (cache: string) => cacheProblem(cache),
  };
  return examineRuntime(runtime, machine, catalogBudget === undefined ? {} : { catalogBudget });
}

const inspect: Machine["inspect"] = async (path) => {
  try {
    const facts = await stat(path);
    if (facts.isFile()) return "file";
    if (!facts.isDirectory()) return "other";
    await access(path, constants.W_OK | constants.X_OK);
    return "writable";
  } catch (error) {
    return isAbsent(error) ? "absent" : "not-writable";
  }
};

function isAbsent(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return code === "ENOENT" || code === "ENOTDIR";
}
