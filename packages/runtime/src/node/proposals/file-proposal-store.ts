import { join } from "node:path";
import { oldestFirst } from "../../authoring/memory-proposal-store.ts";
import { checkArgument, checkOptions } from "../../basics/check-options.ts";
import { anything, callable, filledText } from "../../basics/kinds.ts";
import type { ProposalStore } from "../../proposal.ts";
import type { Disk } from "../state/disk.ts";
import { type RecordProblem, recordFolder } from "../state/record-folder.ts";
import { withLock } from "../state/with-lock.ts";
import { readContent, readProposal, writeContent } from "./read-proposal.ts";

/** Options of a store of proposals in files. */
export interface FileProposalStoreOptions {
  /** Called for every file that exists but cannot be used. It counts as missing and is left in place. */
  readonly onProblem?: (problem: RecordProblem) => void;
  readonly disk?: Disk;
}

const MAX_RECORD_BYTES = 4 * 1024 * 1024;
/** Two times ten MiB in base64, and their paths. */
const MAX_CONTENT_BYTES = 32 * 1024 * 1024;
/** Checks with a large model take a while. */
const WAIT_MS = 30_000;

/** Stores proposals below the user's state directory, in files that only the user can read. */
export function fileProposalStore(
  stateDirectory: string,
  options: FileProposalStoreOptions = {},
): ProposalStore {
  checkArgument("fileProposalStore", "stateDirectory", stateDirectory, filledText);
  checkOptions("fileProposalStore", options, { onProblem: callable, disk: anything });
  const folder = join(stateDirectory, "proposals");
  const records = recordFolder(join(folder, "records"), {
    parse: readProposal,
    maxBytes: MAX_RECORD_BYTES,
    sync: true,
    ...options,
  });
  const contents = recordFolder(join(folder, "content"), {
    parse: (value) => (readContent(value) === undefined ? undefined : value),
    maxBytes: MAX_CONTENT_BYTES,
    sync: true,
    ...options,
  });
  return {
    exclusive: (work) => withLock(join(folder, "lock"), work, { waitMs: WAIT_MS }),
    put: async (proposal, content) => {
      // The content first: a proposal without it, or with other content, does not count as reviewed.
      if (content !== undefined) await contents.put(proposal.id, writeContent(content));
      await records.put(proposal.id, proposal);
    },
    get: async (id) => {
      const proposal = await records.get(id);
      return proposal?.id === id ? proposal : undefined;
    },
    content: async (id) => readContent(await contents.get(id)),
    list: async () =>
      (await records.list()).flatMap(({ key, value }) => (key === value.id ? [value] : [])).sort(oldestFirst),
    delete: async (id) => {
      const isGone = await records.delete(id);
      await contents.delete(id);
      return isGone;
    },
  };
}
