import { promises as files } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../basics/is-record.ts";
import { compareText } from "../../basics/words.ts";
import type { ListingPlace, TrustDecision, TrustPlace } from "../../trust.ts";
import { codeOf } from "../files/file-stat.ts";
import { nodeHash } from "../node-hash.ts";
import { readPrivateFile } from "../state/read-file.ts";
import type { RecordProblem } from "../state/record-folder.ts";

/** The store that decisions are migrated to. */
export interface MigrationTarget {
  find(place: TrustPlace): Promise<readonly TrustDecision[]>;
  /** Resolves when the decision is on disk. */
  record(decision: TrustDecision): Promise<void>;
}

const FOLDER = "mcp-approvals";
const MAX_BYTES = 16 * 1024;

/**
 * Migrates approvals of an earlier version, `mcp-approvals/<label>/<SHA-256 of uri>.json`, to decisions. A file is
 * removed only after its decision is on disk, so a crash loses nothing and the next run continues. An invalid file is
 * left in place and reported.
 */
export async function migrateApprovals(
  stateDirectory: string,
  target: MigrationTarget,
  { onProblem }: { readonly onProblem?: ((problem: RecordProblem) => void) | undefined } = {},
): Promise<void> {
  const folder = join(stateDirectory, FOLDER);
  const labels = await namesIn(folder);
  if (labels === undefined) return;
  for (const label of labels) {
    const names = (await namesIn(join(folder, label))) ?? [];
    for (const name of names.filter((each) => /^[0-9a-f]{64}\.json$/.test(each))) {
      const path = join(folder, label, name);
      try {
        const problem = await migrateFile(path, { label, name }, target);
        if (problem !== undefined) onProblem?.({ path, problem });
      } catch (error) {
        onProblem?.({ path, problem: reasonOf(error) });
      }
    }
    await removeEmpty(join(folder, label));
  }
  await removeEmpty(folder);
}

/** Migrates a file; returns the reason if it cannot be used. */
async function migrateFile(
  path: string,
  expected: { readonly label: string; readonly name: string },
  target: MigrationTarget,
): Promise<string | undefined> {
  const file = await readPrivateFile(path, MAX_BYTES);
  // If there is no problem either, another process has already migrated it.
  if (file.bytes === undefined) return file.problem;
  const text = new TextDecoder("utf-8", { fatal: true }).decode(file.bytes);
  const approval = readApproval(JSON.parse(text), expected);
  if (approval === undefined) return "is not an approval of this server and skill";
  const { place, digest, granted } = approval;
  const known = await target.find(place);
  if (!known.some(({ key }) => key.digest === digest)) {
    const at = (await files.stat(path).catch(nothingThere))?.mtime.toISOString();
    if (at === undefined) return undefined;
    await target.record({ key: { ...place, digest }, state: "trusted", by: "user", at, granted });
  }
  await files.unlink(path).catch(nothingThere);
  return undefined;
}

/** Removes an approval that could not be removed during migration; otherwise it would reappear after a revocation. */
export async function removeApproval(stateDirectory: string, { label, uri }: ListingPlace): Promise<void> {
  if (/^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/.test(label))
    await files.unlink(join(stateDirectory, FOLDER, label, nameOf(uri))).catch(nothingThere);
}

function nothingThere(error: unknown): undefined {
  if (!["ENOENT", "ENOTDIR"].includes(codeOf(error))) throw error;
}

function nameOf(uri: string): string {
  return `${nodeHash.sha256(uri)}.json`;
}

function readApproval(
  value: unknown,
  { label, name }: { readonly label: string; readonly name: string },
): { readonly place: ListingPlace; readonly digest: string; readonly granted: boolean } | undefined {
  if (!isRecord(value) || value.label !== label) return undefined;
  const { uri, digest, granted } = value;
  if (typeof uri !== "string" || typeof digest !== "string" || typeof granted !== "boolean") return undefined;
  if (nameOf(uri) !== name) return undefined;
  return { place: { kind: "mcp-listing", label, uri }, digest, granted };
}

async function removeEmpty(folder: string): Promise<void> {
  await files.rmdir(folder).catch(() => undefined);
}

/** The names in a directory; undefined if it does not exist. */
export async function namesIn(folder: string): Promise<readonly string[] | undefined> {
  try {
    return (await files.readdir(folder)).sort(compareText);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return undefined;
    throw error;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof TypeError) return "is not JSON";
  return `cannot be migrated: ${error instanceof Error ? error.message : String(error)}`;
}
