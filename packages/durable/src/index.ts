export { openRuns } from "./open-runs.ts";
export { type DatabaseRuns, type PostgresRunsOptions, postgresRuns } from "./postgres-runs.ts";
