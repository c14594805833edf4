import { once } from "../basics/once.ts";
import { realPlaceOf } from "../basics/real-place.ts";
import type { Engine } from "../engine.ts";
import type { KnownScan, Scanner, ScanReport, ScanStore, ScanSubject, Scans } from "../scan.ts";
import { rulesBehind } from "../security/scan/judge-report.ts";
import { memoryScanStore } from "../security/scan/memory-scan-store.ts";
import { failedReport, readReport } from "../security/scan/read-report.ts";
import type { Skill } from "../skill.ts";
import { readContent } from "./read-content.ts";

/** Files of servers whose reports are kept in memory. */
const KEPT_FILES = 1_000;

/** Opens the scans of a runtime. The scanner is opened when the first skill is scanned. */
export function keepScans({ profile, ports, emit }: Pick<Engine, "profile" | "ports" | "emit">): Scans {
  const store = safeStore(ports.scans ?? memoryScanStore());
  const scanner = once(async (): Promise<Scanner | undefined> => {
    const given = ports.scanner;
    try {
      return typeof given === "function" ? await given() : given;
    } catch (error) {
      return brokenScanner(error);
    }
  });
  const covered = new WeakMap<Skill, KnownScan>();
  const running = new WeakMap<Skill, Promise<KnownScan>>();
  const ofFiles = new Map<string, ScanReport>();

  const reportOn = async (
    subject: ScanSubject,
    digest: string | undefined,
    by: Scanner,
  ): Promise<ScanReport> => {
    const key = { digest: digest ?? "", scanner: by.id };
    const stored = digest === undefined ? undefined : await store.find(key);
    if (stored !== undefined) return stored;
    const report = await runScanner(by, subject);
    // What failed now may succeed later.
    if (digest !== undefined && report.ok) await store.record(key, report.value);
    return report.value;
  };

  const scan: Scans["scan"] = async (skill, digest) => {
    const { limits } = profile.discovery;
    const [read, by] = await Promise.all([readContent(skill, limits, ports), scanner()]);
    const named = read.digest === undefined ? undefined : (digest ?? read.digest);
    const content = {
      subject: read.subject,
      files: read.files,
      ...(named === undefined ? {} : { digest: named }),
    };
    if (by === undefined) return content;
    const report = await reportOn(read.subject, named, by);
    const { verdict, findings } = report;
    emit({ type: "skill.scanned", skill: skill.name, verdict, findings: findings.length });
    if (digest === undefined && named !== undefined)
      await store.note(realPlaceOf(skill).directory, {
        ...{ digest: named, scanner: by.id, version: skill.version },
        ...{ verdict, rules: rulesBehind(report) },
      });
    return { ...content, report };
  };

  /** Requests that arrive during a scan wait for it. */
  const scanOnce = (skill: Skill): Promise<KnownScan> => {
    const known = running.get(skill);
    if (known !== undefined) return known;
    const started = scan(skill)
      .then(({ subject: _, ...rest }) => {
        covered.set(skill, rest);
        return rest;
      })
      .finally(() => running.delete(skill));
    running.set(skill, started);
    return started;
  };

  return {
    scanner,
    scan,
    covering: async (skill, path, sha256) => {
      const covers = (known: KnownScan) => known.files.get(path) === sha256;
      const known = covered.get(skill);
      if (known !== undefined && covers(known)) return known;
      const first = await scanOnce(skill);
      if (covers(first)) return first;
      // The scan may have started before the change that is about to be returned.
      const second = await scanOnce(skill);
      return covers(second) ? second : undefined;
    },
    scanFile: async (skill, { path, sha256, bytes }) => {
      const by = await scanner();
      if (by === undefined) return undefined;
      const id = JSON.stringify([path, sha256]);
      const known = ofFiles.get(id);
      if (known !== undefined) return known;
      const subject = { name: skill.name, files: [{ path, bytes: await bytes() }], gaps: [] };
      const report = (await runScanner(by, subject)).value;
      if (ofFiles.size >= KEPT_FILES) ofFiles.clear();
      ofFiles.set(id, report);
      const { verdict, findings } = report;
      emit({ type: "skill.scanned", skill: skill.name, verdict, findings: findings.length });
      return report;
    },
    scanContent: async (subject, digest) => {
      const by = await scanner();
      return by === undefined ? undefined : reportOn(subject, digest, by);
    },
    known: async (digest) => {
      const by = await scanner();
      return by === undefined ? undefined : store.find({ digest, scanner: by.id });
    },
  };
}

/** Stands for a scanner that cannot be opened: every scan fails, so that nothing counts as inspected. */
function brokenScanner(cause: unknown): Scanner {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return {
    id: "",
    scan: () => {
      throw new Error(`it cannot be opened: ${reason}`);
    },
  };
}

/** A scanner that throws, or returns something else than a report, has inspected nothing. */
async function runScanner(
  scanner: Scanner,
  subject: ScanSubject,
): Promise<{ readonly ok: boolean; readonly value: ScanReport }> {
  try {
    const report = readReport(await scanner.scan(subject), subject.gaps);
    if (report !== undefined) return { ok: true, value: report };
    return { ok: false, value: failedReport("it returned no valid report", subject.gaps) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, value: failedReport(reason, subject.gaps) };
  }
}

/** A store that cannot be used costs another scan, never a decision. A stored report is checked like a new one. */
function safeStore(store: ScanStore): Pick<ScanStore, "record" | "note"> & {
  find(key: Parameters<ScanStore["find"]>[0]): Promise<ScanReport | undefined>;
} {
  const quietly = async (work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch {
      // The next process scans again.
    }
  };
  return {
    find: async (key) => {
      try {
        return readReport(await store.find(key));
      } catch {
        return undefined;
      }
    },
    record: (key, report) => quietly(() => store.record(key, report)),
    note: (directory, last) => quietly(() => store.note(directory, last)),
  };
}
