import type { Diagnostic } from "@knowhow/runtime";
import type { RecordStore } from "@knowhow/runtime/state";
import { diagnose, formatCount } from "@knowhow/runtime/toolkit";
import type { Connection } from "../connection/connection.ts";
import type { ServerLimits } from "../limits.ts";
import type { RemoteServer } from "../remote-server.ts";
import type { Listing } from "../remote-skill.ts";
import { listServer } from "./list-server.ts";
import { type PlacedSkill, placeSkills } from "./place-skills.ts";
import { loadListing, saveListing } from "./stored-listing.ts";

/** Maximum time for which a server can ask not to be listed again. */
const MAX_TTL_MS = 60 * 60 * 1000;

export interface ListingOptions {
  readonly limits: ServerLimits;
  readonly store: RecordStore<unknown> | undefined;
  readonly now: () => number;
  /** Path of the server's skills, for messages. */
  readonly path: string;
}

/** The last successful listing of a server, used while the server is unreachable, slow or broken. */
export class KeptListing {
  readonly #server: RemoteServer;
  readonly #connection: Connection;
  readonly #options: ListingOptions;
  #listing: Listing | undefined;
  #placed: readonly PlacedSkill[] = [];
  #freshUntil = 0;

  constructor(server: RemoteServer, connection: Connection, options: ListingOptions) {
    this.#server = server;
    this.#connection = connection;
    this.#options = options;
  }

  get placed(): readonly PlacedSkill[] {
    return this.#placed;
  }

  /** Called when the server reports a change: the next refresh lists again. */
  expire(): void {
    this.#freshUntil = 0;
  }

  /** Lists again, unless the last listing is still valid; `isLive` is true if the server answered. */
  async refresh(): Promise<{ readonly isLive: boolean; readonly diagnostics: readonly Diagnostic[] }> {
    const { now, store } = this.#options;
    if (this.#listing !== undefined && now() < this.#freshUntil)
      return { isLive: true, diagnostics: this.#listing.diagnostics };
    try {
      // Changes reported during the listing make it stale immediately.
      this.#freshUntil = now() + MAX_TTL_MS;
      const listing = await this.#list();
      if (this.#freshUntil > 0)
        this.#freshUntil = now() + Math.min(MAX_TTL_MS, Math.max(0, listing.ttlMs ?? 0));
      this.#adopt(listing);
      if (store !== undefined) await saveListing(store, this.#server, listing.skills);
      return { isLive: true, diagnostics: listing.diagnostics };
    } catch (error) {
      this.#freshUntil = 0;
      await this.#fallBack();
      return {
        isLive: false,
        diagnostics: [this.#unreachable(error), ...(this.#listing?.diagnostics ?? [])],
      };
    }
  }

  #list(): Promise<Listing> {
    const { limits, path } = this.#options;
    const deadline = AbortSignal.timeout(limits.listMs);
    return this.#connection.ask((client, options) => listServer({ client, options, limits, path }), deadline);
  }

  #adopt(listing: Listing): void {
    this.#listing = listing;
    this.#placed = placeSkills(listing.skills);
  }

  async #fallBack(): Promise<void> {
    const { store, limits } = this.#options;
    if (this.#listing !== undefined || store === undefined) return;
    const skills = await loadListing(store, this.#server, limits);
    if (skills.length > 0) this.#adopt({ skills, diagnostics: [] });
  }

  #unreachable(error: unknown): Diagnostic {
    const reason = error instanceof Error ? error.message : String(error);
    const kept = this.#placed.length;
    const rest = kept === 0 ? "" : `; its last good listing with ${formatCount(kept, "skill")} is used`;
    return diagnose("mcp.unreachable", `${reason.slice(0, 1_000)}${rest}`, {
      path: this.#options.path,
      hint: "check that the server is running; it is retried on the next reload",
    });
  }
}
