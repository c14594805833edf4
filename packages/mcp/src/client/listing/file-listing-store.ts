import { join } from "node:path";
import { type RecordStore, recordFolder } from "@knowhow/runtime/state";

const MAX_BYTES = 32 * 1024 * 1024;

/** Stores the listings of servers below the cache directory, never the files of a skill. */
export function fileListingStore(cacheDirectory: string): RecordStore<unknown> {
  return recordFolder(join(cacheDirectory, "mcp-listings"), { parse: (value) => value, maxBytes: MAX_BYTES });
}
