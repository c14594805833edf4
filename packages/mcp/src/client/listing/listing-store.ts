import type { Awaitable } from "@knowhow/runtime";
import type { ServerLimits } from "../limits.ts";
import type { RemoteServer } from "../remote-server.ts";
import type { RemoteSkill } from "../remote-skill.ts";

/** Stores the last successful listing of a server for the next start. Losing it is harmless; it never throws. */
export interface ListingStore {
  load(server: RemoteServer, limits: ServerLimits): Awaitable<readonly RemoteSkill[]>;
  save(server: RemoteServer, skills: readonly RemoteSkill[]): Awaitable<void>;
}
