import type { Ports } from "../../ports.ts";
import type { ProposalFile } from "../../proposal.ts";
import type { ScanReport } from "../../scan.ts";

/** Scans the files of a proposed skill; undefined if there is no scanner. A scanner that fails gives `incomplete`. */
export async function scanFiles(
  name: string,
  files: readonly ProposalFile[],
  port: Ports["scanner"],
): Promise<ScanReport | undefined> {
  try {
    const scanner = typeof port === "function" ? await port() : port;
    return await scanner?.scan({ name, files, gaps: [] });
  } catch {
    return { verdict: "incomplete", findings: [], inspected: { files: 0, bytes: 0 } };
  }
}
