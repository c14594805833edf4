/** The schema of DBOS's own tables, apart from those of other applications that use DBOS. */
export const DBOS_SCHEMA = "knowhow_dbos";

/** The application, its version, its queue and its only workflow, as DBOS knows them. */
export const DBOS_APPLICATION = "knowhow";
export const DBOS_VERSION = "1";
export const DBOS_QUEUE = "knowhow";
export const DBOS_WORKFLOW = "run";

const ignore = () => undefined;

/** The engine never prints; what fails is thrown or tried again. */
export const silentLogger: Readonly<Record<"info" | "debug" | "warn" | "error", (entry: unknown) => void>> = {
  info: ignore,
  debug: ignore,
  warn: ignore,
  error: ignore,
};
