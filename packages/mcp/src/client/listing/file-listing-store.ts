import { createHash } from "node:crypto";
import { join } from "node:path";
import { recordFolder } from "@knowhow/runtime/state";
import { isRecord } from "../../shared/is-record.ts";
import type { RemoteServer } from "../remote-server.ts";
import { readKeptEntry, toKeptEntry } from "./kept-entry.ts";
import type { ListingStore } from "./listing-store.ts";

const FORMAT = "knowhow-mcp-listing-2";
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Stores listings below the cache directory, never files of a skill. Every entry is validated again when it is read.
 */
export function fileListingStore(cacheDirectory: string): ListingStore {
  const listings = recordFolder(join(cacheDirectory, "mcp-listings"), {
    parse: (value) => (isRecord(value) && value.format === FORMAT ? value : undefined),
    maxBytes: MAX_BYTES,
  });
  return {
    load: async (server, limits) => {
      const listing = await listings.get(identityOf(server));
      if (listing === undefined || listing.label !== server.label) return [];
      const entries = Array.isArray(listing.skills) ? listing.skills.slice(0, limits.entries) : [];
      return entries.flatMap((entry) => readKeptEntry(entry, limits) ?? []);
    },
    save: async (server, skills) => {
      // A host's own transport may lead to a different server next time.
      if ("open" in server.transport) return;
      try {
        const listing = { format: FORMAT, label: server.label, skills: skills.map(toKeptEntry) };
        await listings.put(identityOf(server), listing);
      } catch {
        // Without a stored listing, a server's skills are only missing while it is unreachable.
      }
    },
  };
}

/** A label that leads to another server is a different server. Secrets are not part of the identity. */
function identityOf({ label, transport }: RemoteServer): string {
  const place =
    "url" in transport
      ? [transport.url]
      : "command" in transport
        ? [transport.command, transport.args ?? []]
        : [];
  return createHash("sha256")
    .update(JSON.stringify([label, ...place]))
    .digest("hex");
}
