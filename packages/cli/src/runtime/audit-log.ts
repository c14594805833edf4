import {
  type AuditQuery,
  auditLogPath,
  knowhowDirectories,
  nodeEnvironment,
  type OpenAuditLog,
  openAuditLog,
} from "@knowhow/runtime/node";
import { parseDuration } from "@knowhow/runtime/toolkit";
import { CliError } from "../io/cli-error.ts";
import type { Io } from "../io/io.ts";
import type { Arguments } from "../table/arguments.ts";

/** The audit log of this machine, to read. */
export function auditLogOf({ home, env, cwd }: Io): { readonly path: string; readonly log: OpenAuditLog } {
  const environment = nodeEnvironment({ cwd: cwd ?? "/", home, variables: env });
  const path = auditLogPath(knowhowDirectories(environment));
  return { path, log: openAuditLog(path) };
}

/** The filters of a command line. */
export function auditQuery(args: Arguments, now: number): AuditQuery {
  const [skill, action, actor] = [args.text("skill"), args.text("action"), args.text("actor")];
  const since = sinceOf(args.text("since"), now);
  return {
    ...(skill === undefined ? {} : { skill }),
    ...(action === undefined ? {} : { action }),
    ...(actor === undefined ? {} : { actor }),
    ...(since === undefined ? {} : { since }),
  };
}

function sinceOf(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const age = parseDuration(text);
  const at = age === undefined ? (/^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN) : now - age;
  if (Number.isFinite(at)) return Math.max(0, at);
  throw new CliError(
    "cli.bad-value",
    `invalid value "${text}" for --since`,
    "expected an age such as 2h or 7d, or a date such as 2026-11-16",
  );
}
