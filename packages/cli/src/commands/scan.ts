import { pathToFileURL } from "node:url";
import type { ScanFinding, Scanner, ScanVerdict } from "@knowhow/runtime";
import { OVERREACH_RULES } from "@knowhow/runtime/authoring";
import { nodeFiles } from "@knowhow/runtime/node";
import { mapConcurrently } from "@knowhow/runtime/toolkit";
import { readSubject, toSarif, worstVerdict } from "@knowhow/scanner";
import { rememberingScanner } from "../checking/remembering-scanner.ts";
import { findScanTargets, type ScanTarget } from "../checking/scan-targets.ts";
import { storeVerdicts } from "../checking/store-verdicts.ts";
import { openScanner } from "../checking/threaded-scanner.ts";
import { CliError } from "../io/cli-error.ts";
import { EXIT, type ExitCode } from "../io/exit-codes.ts";
import { countedProgress } from "../io/progress.ts";
import { reportScan, type ScanResult } from "../report/scan.ts";
import type { Answer, Call, Command } from "../table/command.ts";
import { toJson } from "../terminal/json.ts";

/** `knowhow scan [path…]`: looks for harmful content. */
export const scan: Command = async (call) => {
  const { args, io } = call;
  if (args.has("sarif") && args.has("json"))
    throw new CliError("cli.bad-value", "--json cannot be combined with --sarif");
  const { targets, overreach } = await findScanTargets(call);
  const opened = openScanner(targets.length);
  try {
    const scanner = rememberingScanner(opened);
    const quiet = args.has("quiet");
    const phrases = countedProgress("trying phrases", { io, quiet });
    let isScanning = true;
    // The threads scan, and meanwhile this one compares the skills.
    const [scanned, among] = await Promise.all([
      scanEach(targets, { scanner, atOnce: opened.atOnce, call }).finally(() => {
        isScanning = false;
      }),
      overreach((done, all) => {
        if (!isScanning) phrases.update(done, all);
      }),
    ]).finally(phrases.end);
    const results = scanned.map((result) => withOthers(result, among.get(result.path) ?? []));
    await storeVerdicts(call, new Set(targets.map(({ real }) => real)), scanner);
    return answerScan(results, args.has("sarif"));
  } finally {
    await opened.close();
  }
};

interface ScanSettings {
  readonly scanner: Scanner;
  readonly atOnce: number;
  readonly call: Call;
}

async function scanEach(
  targets: readonly ScanTarget[],
  { scanner, atOnce, call: { args, io } }: ScanSettings,
): Promise<readonly ScanResult[]> {
  const files = nodeFiles();
  const progress = countedProgress("scanning", { io, quiet: args.has("quiet") });
  let done = 0;
  const scanned = mapConcurrently(targets, atOnce, async ({ path, real }): Promise<ScanResult> => {
    const subject = await readSubject(files, real);
    if (subject === undefined) throw new CliError("cli.not-found", `no such file or directory: ${path}`);
    const name = path.replace(/(?<!\/)\/+$/, "").replace(/^.*\//, "");
    const { verdict, findings } = await scanner.scan({ ...subject, name });
    done += 1;
    progress.update(done, targets.length);
    return { path, name, verdict, findings };
  });
  return scanned.finally(progress.end);
}

function withOthers(result: ScanResult, among: readonly ScanFinding[]): ScanResult {
  const verdict = worstVerdict([result.verdict, ...among.map((finding) => finding.verdict)]);
  return { ...result, verdict, findings: [...result.findings, ...among] };
}

function answerScan(results: readonly ScanResult[], isSarif: boolean): Answer {
  return {
    exit: exitOf(results),
    data: { results },
    text: (screen) =>
      isSarif ? toJson(toSarif(results.map(sarifInput), OVERREACH_RULES), 2) : reportScan(results, screen),
  };
}

const EXITS = {
  safe: EXIT.done,
  review: EXIT.no,
  incomplete: EXIT.no,
  block: EXIT.refused,
} as const satisfies Record<ScanVerdict, ExitCode>;

function exitOf(results: readonly ScanResult[]): ExitCode {
  return results.reduce<ExitCode>(
    (exit, { verdict }) => (EXITS[verdict] > exit ? EXITS[verdict] : exit),
    EXIT.done,
  );
}

function sarifInput({ path, findings }: ScanResult) {
  return { findings, baseUri: pathToFileURL(path).href.replace(/\/?$/, "/") };
}
