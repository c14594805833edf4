import { isKnowhowError, KnowhowError } from "@knowhow/runtime/errors";

/**
 * Classes of errors that pass: connection (08), wrong state of a transaction or a server that only reads (25), conflict
 * (40), resources (53), lock (55), shutdown or timeout (57), system (58).
 */
const PASSING = /^(?:08|25|40|53|55|57|58)/;

const DENIED = "42501";

/** The error for a statement that failed. The URL is left out, because it may contain a password. */
export function databaseError(url: string, cause: unknown): KnowhowError {
  const reason = cause instanceof Error && cause.message !== "" ? cause.message : "no answer";
  const { place, role } = partsOf(url);
  const hint =
    stateOf(cause) === DENIED
      ? `the owner of the schema knowhow allows it: GRANT USAGE ON SCHEMA knowhow TO ${role}; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA knowhow TO ${role}`
      : isPassingCause(cause)
        ? "check that the server is running and can be reached; runs continue when it is back"
        : "check the URL, and that the database exists";
  return new KnowhowError("run.database", `the database of the runs at ${place} failed: ${reason}`, {
    hint,
    cause,
  });
}

/** The error for a statement after the runs were closed. */
export function closedDatabase(): KnowhowError {
  return new KnowhowError("run.database", "the runs were closed", {
    hint: "close them when nothing is started or executed any more",
  });
}

/** The error for tables that cannot be created or changed. */
export function layoutError(url: string, error: unknown): unknown {
  if (!isStoreError(error) || stateOf(error.cause) !== DENIED) return error;
  const { place, database, role } = partsOf(url);
  return new KnowhowError(
    "run.database",
    `the tables of the runs at ${place} cannot be created or updated: ${error.message}`,
    {
      hint: `open the runs once with the role that owns the schema knowhow, or allow to create it: GRANT CREATE ON DATABASE ${database} TO ${role}`,
      cause: error.cause,
    },
  );
}

/** True if the database failed, not what was done with it. */
export function isStoreError(error: unknown): error is KnowhowError {
  return isKnowhowError(error) && error.code === "run.database";
}

/** True if the database cannot be used now, and may be back in a moment. */
export function isPassing(error: unknown): boolean {
  return isStoreError(error) && error.cause !== undefined && isPassingCause(error.cause);
}

/** An error without a state of PostgreSQL is one of the connection. */
function isPassingCause(cause: unknown): boolean {
  const state = stateOf(cause);
  return state === undefined || PASSING.test(state);
}

/** The five characters with which PostgreSQL says what failed. */
function stateOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !("code" in cause) || typeof cause.code !== "string") return undefined;
  return /^[0-9A-Z]{5}$/.test(cause.code) && "severity" in cause ? cause.code : undefined;
}

/** The parts of a URL that a message may have. */
function partsOf(url: string): { readonly place: string; readonly database: string; readonly role: string } {
  try {
    const { host, pathname, username } = new URL(url);
    const database = decodeURIComponent(pathname.slice(1));
    const role = decodeURIComponent(username);
    return {
      place: `${host}/${database}`,
      database: quoted(database, "the database"),
      role: quoted(role, "the role"),
    };
  } catch {
    return { place: "a URL that cannot be read", database: "the database", role: "the role" };
  }
}

function quoted(name: string, otherwise: string): string {
  return name === "" ? otherwise : `"${name.replaceAll('"', '""')}"`;
}
