import { createHash } from "node:crypto";
import type { RecordStore } from "@knowhow/runtime/state";
import { isRecord } from "../../shared/is-record.ts";
import type { ServerLimits } from "../limits.ts";
import type { RemoteServer } from "../remote-server.ts";
import type { RemoteSkill } from "../remote-skill.ts";
import { readKeptEntry, toKeptEntry } from "./kept-entry.ts";

const FORMAT = "knowhow-mcp-listing-2";

/** The stored listing of a server, every entry validated again; empty if there is none or the store fails. */
export async function loadListing(
  store: RecordStore<unknown>,
  server: RemoteServer,
  limits: ServerLimits,
): Promise<readonly RemoteSkill[]> {
  try {
    const listing = await store.get(identityOf(server));
    if (!isRecord(listing) || listing.format !== FORMAT || listing.label !== server.label) return [];
    const entries = Array.isArray(listing.skills) ? listing.skills.slice(0, limits.entries) : [];
    return entries.flatMap((entry) => readKeptEntry(entry, limits) ?? []);
  } catch {
    return [];
  }
}

/** Stores the listing of a server for the next start. A store that fails changes nothing else. */
export async function saveListing(
  store: RecordStore<unknown>,
  server: RemoteServer,
  skills: readonly RemoteSkill[],
): Promise<void> {
  // A host's own transport may lead to a different server next time.
  if ("open" in server.transport) return;
  try {
    await store.put(identityOf(server), {
      format: FORMAT,
      label: server.label,
      skills: skills.map(toKeptEntry),
    });
  } catch {
    // Without a stored listing, a server's skills are only missing while it is unreachable.
  }
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
