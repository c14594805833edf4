import { isRecord } from "../../basics/is-record.ts";
import type { Dismissal } from "../../scan.ts";
import type { TrustDecision, TrustKey } from "../../trust.ts";

/** Validates a stored decision; undefined if it is not exactly one. Earlier versions wrote `person` for the user. */
export function readDecision(value: unknown): TrustDecision | undefined {
  if (!isRecord(value)) return undefined;
  const { state, by, reason, at, granted } = value;
  const key = readKey(value.key);
  if (key === undefined || (state !== "trusted" && state !== "refused")) return undefined;
  const decider = by === "person" ? "user" : by;
  if ((decider !== "user" && decider !== "host") || typeof at !== "string" || Number.isNaN(Date.parse(at)))
    return undefined;
  if (reason !== undefined && typeof reason !== "string") return undefined;
  if (granted !== undefined && typeof granted !== "boolean") return undefined;
  const dismissed = readDismissals(value.dismissed);
  if (value.dismissed !== undefined && dismissed === undefined) return undefined;
  return {
    key,
    state,
    by: decider,
    ...(reason === undefined ? {} : { reason }),
    at,
    ...(granted === undefined ? {} : { granted }),
    ...(dismissed === undefined ? {} : { dismissed }),
  };
}

function readDismissals(value: unknown): readonly Dismissal[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const rows = value.flatMap((row: unknown) => {
    if (!isRecord(row)) return [];
    const { rule, reason } = row;
    return typeof rule === "string" && typeof reason === "string" ? [{ rule, reason }] : [];
  });
  return rows.length === value.length ? rows : undefined;
}

function readKey(value: unknown): TrustKey | undefined {
  if (!isRecord(value) || typeof value.digest !== "string") return undefined;
  const { kind, digest, path, name, label, uri } = value;
  if (kind === "skill" && typeof path === "string" && typeof name === "string")
    return { kind, path, name, digest };
  if (kind === "mcp-listing" && typeof label === "string" && typeof uri === "string")
    return { kind, label, uri, digest };
  return undefined;
}
