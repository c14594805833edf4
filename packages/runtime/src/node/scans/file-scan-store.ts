import { join } from "node:path";
import { checkArgument, checkOptions } from "../../basics/check-options.ts";
import { isRecord } from "../../basics/is-record.ts";
import { anything, filledText } from "../../basics/kinds.ts";
import { compareText } from "../../basics/words.ts";
import type { LastScan, ScanReport, ScanStore } from "../../scan.ts";
import { scanId } from "../../security/scan/memory-scan-store.ts";
import { readReport } from "../../security/scan/read-report.ts";
import { type Disk, nodeDisk } from "../state/disk.ts";
import { readPrivateFile } from "../state/read-file.ts";
import { recordFolder } from "../state/record-folder.ts";
import { withLock } from "../state/with-lock.ts";
import { writeFileAtomic } from "../state/write-file.ts";
import { readLastScans } from "./read-last-scans.ts";

/** A stored report and its time. */
interface StoredReport {
  readonly at: string;
  readonly report: ScanReport;
}

/** Reports that are kept; if there are more, the oldest quarter is removed. */
const MAX_REPORTS = 4_096;
const MAX_REPORT_BYTES = 4 * 1024 * 1024;

/** Directories whose last scan is kept. */
const MAX_LAST = 5_000;
const MAX_LAST_BYTES = 8 * 1024 * 1024;

/**
 * Stores reports below the user's state directory, in files that only the user can read: one file per report, and one
 * for the last scans. A file that belongs to somebody else, or that others can write to, counts as missing.
 */
export function fileScanStore(stateDirectory: string, options: { readonly disk?: Disk } = {}): ScanStore {
  checkArgument("fileScanStore", "stateDirectory", stateDirectory, filledText);
  checkOptions("fileScanStore", options, { disk: anything });
  const { disk = nodeDisk } = options;
  const folder = join(stateDirectory, "scans");
  const reports = join(folder, "reports");
  const lastPath = join(folder, "last.json");
  const records = recordFolder<StoredReport>(reports, {
    parse: readStored,
    maxBytes: MAX_REPORT_BYTES,
    tidyOnce: true,
    disk,
  });

  const last = async (): Promise<ReadonlyMap<string, LastScan>> => {
    try {
      const { bytes } = await readPrivateFile(lastPath, MAX_LAST_BYTES);
      return bytes === undefined ? new Map() : readLastScans(bytes);
    } catch {
      return new Map();
    }
  };

  /** Number of reports, counted once; those of other processes are counted by the next one. */
  let stored: number | undefined;
  const forgetOldest = async (): Promise<void> => {
    stored = stored === undefined ? (await disk.list(reports)).length : stored + 1;
    if (stored <= MAX_REPORTS) return;
    stored = undefined;
    const all = (await records.list()).toSorted((a, b) => compareText(a.value.at, b.value.at));
    for (const { key } of all.slice(0, MAX_REPORTS / 4)) await records.delete(key);
  };

  /** Not yet written. What is noted while others are written is written together: each time, all rows are. */
  const waiting = new Map<string, LastScan>();
  let writing: Promise<void> | undefined;
  /** Adds rows, unless all are known: most scans find what the one before has found. */
  const add = async (rows: ReadonlyMap<string, LastScan>): Promise<void> => {
    const areKnown = (known: ReadonlyMap<string, LastScan>) =>
      [...rows].every(([directory, row]) => JSON.stringify(known.get(directory)) === JSON.stringify(row));
    if (areKnown(await last())) return;
    const replace = async () => {
      const known = new Map(await last());
      if (areKnown(known)) return;
      for (const [directory, row] of rows) {
        known.delete(directory);
        known.set(directory, row);
      }
      const all = [...known].slice(-MAX_LAST);
      await writeFileAtomic(lastPath, `${JSON.stringify(all)}\n`, { private: true, disk });
    };
    await withLock(join(folder, "last.lock"), replace, { disk });
  };
  const addWaiting = async (): Promise<void> => {
    try {
      while (waiting.size > 0) {
        const rows = new Map(waiting);
        waiting.clear();
        await add(rows);
      }
    } finally {
      waiting.clear();
      writing = undefined;
    }
  };

  return {
    find: async (key) => (await records.get(scanId(key)))?.report,
    record: async (key, report) => {
      await records.put(scanId(key), { at: new Date().toISOString(), report });
      await forgetOldest();
    },
    last,
    note: (directory, result) => {
      waiting.set(directory, result);
      writing ??= Promise.resolve().then(addWaiting);
      return writing;
    },
  };
}

function readStored(value: unknown): StoredReport | undefined {
  if (!isRecord(value) || typeof value.at !== "string") return undefined;
  const report = readReport(value.report);
  return report === undefined ? undefined : { at: value.at, report };
}
