import { createHash } from "node:crypto";
import { join } from "node:path";
import { recordFolder } from "@knowhow/runtime/state";
import { isRecord } from "../../shared/is-record.ts";
import type { RemoteServer } from "../remote-server.ts";
import { readKeptEntry, toKeptEntry } from "./kept-entry.ts";
import type { ListingStore } from "./listing-store.ts";

const FORMAT = "knowhow-mcp-listing-2";
const MAX_BYTES = 32 * 1024 * 1024;

/** Remembers listings below the cache folder, never files of a skill; every entry is checked again when it is read. */
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
      // Of a transport of the host's own nobody knows whether it leads to the same server next time.
      if ("open" in server.transport) return;
      try {
        const listing = { format: FORMAT, label: server.label, skills: skills.map(toKeptEntry) };
        await listings.put(identityOf(server), listing);
      } catch {
        // A listing that cannot be kept costs a server's skills while it is away, nothing else.
      }
    },
  };
}

/** A label that leads to another server is another server; secrets are no part of it. */
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
