import type { Awaitable } from "@knowhow/runtime";
import type { ServerLimits } from "./limits.ts";
import type { RemoteSkill } from "./remote-skill.ts";
import type { SkillServer } from "./skill-server.ts";

/** Remembers the last good listing of a server for the next start. Losing it changes nothing; it never throws. */
export interface ListingStore {
  load(server: SkillServer, limits: ServerLimits): Awaitable<readonly RemoteSkill[]>;
  save(server: SkillServer, skills: readonly RemoteSkill[]): Awaitable<void>;
}
