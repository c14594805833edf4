import { isRecord } from "../../basics/is-record.ts";
import type { LastScan } from "../../scan.ts";
import { VERDICTS } from "../../security/scan/scan-policy.ts";

/** Parses the stored last scans. A row that is invalid is left out; throws if the file is not JSON. */
export function readLastScans(bytes: Uint8Array): ReadonlyMap<string, LastScan> {
  const rows: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  const known = new Map<string, LastScan>();
  for (const row of Array.isArray(rows) ? rows : []) {
    const [directory, value]: readonly unknown[] = Array.isArray(row) ? row : [];
    const scan = readScan(value);
    if (typeof directory === "string" && scan !== undefined) known.set(directory, scan);
  }
  return known;
}

function readScan(value: unknown): LastScan | undefined {
  if (!isRecord(value)) return undefined;
  const { digest, scanner, version, rules } = value;
  const verdict = VERDICTS.find((known) => known === value.verdict);
  if (verdict === undefined || typeof digest !== "string" || typeof scanner !== "string") return undefined;
  if (typeof version !== "string" || !Array.isArray(rules)) return undefined;
  if (!rules.every((rule) => typeof rule === "string")) return undefined;
  return { digest, scanner, version, verdict, rules };
}
