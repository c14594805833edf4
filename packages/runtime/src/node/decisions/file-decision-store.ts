import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { checkArgument, checkOptions } from "../../basics/check-options.ts";
import { callable, filledText } from "../../basics/kinds.ts";
import { once } from "../../basics/once.ts";
import { compareText } from "../../basics/words.ts";
import { newestFirst } from "../../security/trust/memory-decision-store.ts";
import { digestOf, placeId } from "../../security/trust/trust-place.ts";
import type { RecordStore } from "../../state-ports.ts";
import type { DecisionStore, TrustDecision, TrustPlace } from "../../trust.ts";
import { toEnginePath } from "../files/node-files.ts";
import { nodeHash } from "../node-hash.ts";
import { type RecordProblem, recordFolder } from "../state/record-folder.ts";
import { writeFileAtomic } from "../state/write-file.ts";
import { nodeWatcher } from "../watch/node-watcher.ts";
import { namesIn } from "./migrate-approvals.ts";
import { readDecision } from "./read-decision.ts";

/** Options of a decision store in files. */
export interface FileDecisionStoreOptions {
  /** Called for every file that exists but cannot be used. It counts as missing and is left in place. */
  readonly onProblem?: (problem: RecordProblem) => void;
}

const FOLDER = "decisions";

/** A file that is written after every change, so that one watch of the folder hears of all of them. */
const CHANGED = "changed";
const MAX_BYTES = 16 * 1024;

/**
 * Stores decisions below the user's state directory, in files that only the user can read: a folder per place with one
 * file per digest. Approvals that an earlier version stored below `mcp-approvals` are migrated on first use.
 */
export function fileDecisionStore(
  stateDirectory: string,
  options: FileDecisionStoreOptions = {},
): DecisionStore {
  checkArgument("fileDecisionStore", "stateDirectory", stateDirectory, filledText);
  checkOptions("fileDecisionStore", options, { onProblem: callable });
  const folder = join(stateDirectory, FOLDER);

  const recordsOf = (name: string): RecordStore<TrustDecision> =>
    recordFolder(join(folder, name), {
      parse: (value) => {
        const decision = readDecision(value);
        return decision !== undefined && folderOf(decision.key) === name ? decision : undefined;
      },
      maxBytes: MAX_BYTES,
      sync: true,
      ...options,
    });
  const decisionsIn = async (name: string): Promise<readonly TrustDecision[]> => {
    const records = await recordsOf(name).list();
    return newestFirst(records.flatMap(({ key, value }) => (key === value.key.digest ? [value] : [])));
  };
  const tell = async (): Promise<void> => {
    // Whoever does not hear of a change sees it at the next load.
    await writeFileAtomic(join(folder, CHANGED), randomUUID(), { private: true }).catch(() => undefined);
  };
  const record = (decision: TrustDecision): Promise<void> =>
    recordsOf(folderOf(decision.key)).put(decision.key.digest, decision);
  const revoke = async (what: TrustPlace): Promise<boolean> => {
    const records = recordsOf(folderOf(what));
    const digest = digestOf(what);
    if (digest !== undefined) return records.delete(digest);
    const kept = await records.list();
    for (const { key } of kept) await records.delete(key);
    return kept.length > 0;
  };

  /** Imported on demand, because most runtimes have no servers. */
  const migrated = once(async (): Promise<void> => {
    const { migrateApprovals } = await import("./migrate-approvals.ts");
    await migrateApprovals(
      stateDirectory,
      { find: (place) => decisionsIn(folderOf(place)), record },
      options,
    );
  });

  return {
    find: (place) => {
      const name = folderOf(place);
      if (place.kind === "mcp-listing") return migrated().then(() => decisionsIn(name));
      // Most skills of a project have no decision, so the check for one must be fast.
      const isKnown = statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
      return isKnown ? decisionsIn(name) : [];
    },
    record: async (decision) => {
      if (decision.key.kind === "mcp-listing") await migrated();
      await record(decision);
      await tell();
    },
    revoke: async (what) => {
      if (what.kind === "mcp-listing") {
        await migrated();
        await (await import("./migrate-approvals.ts")).removeApproval(stateDirectory, what);
      }
      const isGone = await revoke(what);
      if (isGone) await tell();
      return isGone;
    },
    list: async () => {
      await migrated();
      const names = (await namesIn(folder)) ?? [];
      const decisions = await Promise.all(
        names.filter((name) => /^[0-9a-f]{64}$/.test(name)).map(decisionsIn),
      );
      return decisions
        .filter((ofPlace) => ofPlace.length > 0)
        .map((ofPlace) => ({ id: ofPlace[0] === undefined ? "" : placeId(ofPlace[0].key), ofPlace }))
        .sort((a, b) => compareText(a.id, b.id))
        .flatMap(({ ofPlace }) => ofPlace);
    },
    watch: (onChange) => nodeWatcher().watch([toEnginePath(folder)], onChange),
  };
}

function folderOf(place: TrustPlace): string {
  return nodeHash.sha256(placeId(place));
}
