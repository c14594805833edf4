import { rmdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { isRecord } from "../../basics/is-record.ts";
import type { ListingPlace, TrustDecision, TrustPlace } from "../../trust.ts";
import { codeOf } from "../files/file-stat.ts";
import { nodeHash } from "../node-hash.ts";
import { namesIn, Problem, problemOf, type RecordProblem, readPrivate } from "./record-folder.ts";

/** Where decisions go. */
export interface MigrationTarget {
  find(place: TrustPlace): Promise<readonly TrustDecision[]>;
  /** Resolves when the decision is on the disk. */
  record(decision: TrustDecision): Promise<void>;
}

const FOLDER = "mcp-approvals";
const MAX_BYTES = 16 * 1024;

/**
 * Turns approvals that an earlier version kept, `mcp-approvals/<label>/<SHA-256 of uri>.json`, into decisions. A file is
 * removed only after its decision is on the disk, so a crash loses nothing and the next run goes on. A file that cannot be
 * understood stays where it is and is reported.
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
        await migrateFile(path, { label, name }, target);
      } catch (error) {
        onProblem?.({ path, problem: problemOf(error, "cannot be migrated") });
      }
    }
    await removeEmpty(join(folder, label));
  }
  await removeEmpty(folder);
}

async function migrateFile(
  path: string,
  expected: { readonly label: string; readonly name: string },
  target: MigrationTarget,
): Promise<void> {
  const text = await readPrivate(path, MAX_BYTES);
  // Another process was faster.
  if (text === undefined) return;
  const approval = readApproval(JSON.parse(text), expected);
  if (approval === undefined) throw new Problem("is not an approval of this server and skill");
  const { place, digest, granted } = approval;
  const known = await target.find(place);
  if (!known.some(({ key }) => key.digest === digest)) {
    const at = (await stat(path).catch(nothingThere))?.mtime.toISOString();
    if (at === undefined) return;
    await target.record({ key: { ...place, digest }, state: "trusted", by: "person", at, granted });
  }
  await unlink(path).catch(nothingThere);
}

/** Removes an approval that could not be removed when it was taken over; otherwise it would come back after a revocation. */
export async function removeApproval(stateDirectory: string, { label, uri }: ListingPlace): Promise<void> {
  if (/^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/.test(label))
    await unlink(join(stateDirectory, FOLDER, label, nameOf(uri))).catch(nothingThere);
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
  await rmdir(folder).catch(() => undefined);
}
