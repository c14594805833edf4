import type { LastScan, ScanKey, ScanReport, ScanStore } from "../../scan.ts";

/** A scan store in memory. */
export function memoryScanStore(): ScanStore {
  const reports = new Map<string, ScanReport>();
  const last = new Map<string, LastScan>();
  return {
    find: (key) => reports.get(scanId(key)),
    record: (key, report) => void reports.set(scanId(key), report),
    last: () => new Map(last),
    note: (directory, result) => void last.set(directory, result),
  };
}

/** A string that is equal for two keys if and only if they are the same. */
export function scanId({ digest, scanner }: ScanKey): string {
  return JSON.stringify([digest, scanner]);
}
