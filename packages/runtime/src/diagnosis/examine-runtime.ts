import type { Runtime } from "../runtime.ts";
import { type CatalogSize, checkCatalog, measureCatalog } from "./check-catalog.ts";
import { type ClientView, checkClients, viewClients } from "./check-clients.ts";
import { checkConfig } from "./check-config.ts";
import { checkLibrary } from "./check-library.ts";
import { checkMachine } from "./check-machine.ts";
import { checkScans } from "./check-scans.ts";
import type { DoctorCheck } from "./doctor-check.ts";
import type { Machine } from "./machine.ts";
import { nextSteps } from "./next-steps.ts";

/** What `knowhow doctor --json` prints. */
export interface DoctorReport {
  /** False if a check is an error. */
  readonly ok: boolean;
  readonly checks: readonly DoctorCheck[];
  readonly catalog: CatalogSize;
  /** What each client sees. */
  readonly clients: readonly ClientView[];
  /** What to do next, errors first. */
  readonly next: readonly string[];
}

/** Checks the machine, the configuration and all skills, and says what to do next. */
export async function examineRuntime(
  runtime: Pick<Runtime, "library" | "configFiles" | "profile" | "catalog" | "unseen" | "trust">,
  machine: Machine,
  choice: Parameters<Runtime["catalog"]>[0] = {},
): Promise<DoctorReport> {
  const { library, configFiles } = runtime;
  const catalog = measureCatalog(library, await runtime.catalog(choice));
  const { clients, cwd } = machine;
  const views = viewClients(runtime, clients, cwd);
  const checks = [
    ...(await checkMachine(machine)),
    checkConfig(library.diagnostics, configFiles),
    ...checkLibrary(runtime, { unseen: await runtime.unseen(), sight: { library, clients, cwd } }),
    checkScans(library, await runtime.trust.scanner()),
    checkCatalog(catalog, library),
    checkClients(runtime, views, cwd),
  ];
  const ok = checks.every((check) => check.status !== "error");
  return { ok, checks, catalog, clients: views, next: nextSteps(checks) };
}
