import { pathToFileURL } from "node:url";
import type { ScanVerdict } from "@knowhow/runtime";
import { OVERREACH_RULES } from "@knowhow/runtime/authoring";
import { nodeFiles } from "@knowhow/runtime/node";
import { createScanner, readSubject, toSarif, worstVerdict } from "@knowhow/scanner";
import { rememberingScanner } from "../checking/remembering-scanner.ts";
import { findScanTargets } from "../checking/scan-targets.ts";
import { storeVerdicts } from "../checking/store-verdicts.ts";
import { CliError } from "../io/cli-error.ts";
import { EXIT, type ExitCode } from "../io/exit-codes.ts";
import { countedProgress } from "../io/progress.ts";
import { reportScan, type ScanResult } from "../report/scan.ts";
import type { Command } from "../table/command.ts";
import { toJson } from "../terminal/json.ts";

/** `knowhow scan [path…]`: looks for harmful content. */
export const scan: Command = async (call) => {
  const { args, io } = call;
  if (args.has("sarif") && args.has("json"))
    throw new CliError("cli.bad-value", "--json cannot be combined with --sarif");
  const { targets, overreach } = await findScanTargets(call);
  const files = nodeFiles();
  const scanner = rememberingScanner(createScanner());
  const progress = countedProgress("scanning", { io, quiet: args.has("quiet") });
  const results: ScanResult[] = [];
  try {
    for (const [done, { path, real }] of targets.entries()) {
      progress.update(done, targets.length);
      const subject = await readSubject(files, real);
      if (subject === undefined) throw new CliError("cli.not-found", `no such file or directory: ${path}`);
      const name = path.replace(/(?<!\/)\/+$/, "").replace(/^.*\//, "");
      const report = await scanner.scan({ ...subject, name });
      const among = overreach.get(path) ?? [];
      const verdict = worstVerdict([report.verdict, ...among.map((finding) => finding.verdict)]);
      results.push({ path, name, verdict, findings: [...report.findings, ...among] });
    }
  } finally {
    progress.end();
  }
  await storeVerdicts(call, new Set(targets.map(({ real }) => real)), scanner);
  return {
    exit: exitOf(results),
    data: { results },
    text: (screen) =>
      args.has("sarif")
        ? toJson(toSarif(results.map(sarifInput), OVERREACH_RULES), 2)
        : reportScan(results, screen),
  };
};

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
