import type { Diagnostic } from "@knowhow/runtime";
import type { RemoteSkill } from "./remote-skill.ts";

/** The skills of a server at one moment, and what was wrong with its answer. */
export interface Listing {
  readonly skills: readonly RemoteSkill[];
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds for which the server says that nothing changes. */
  readonly ttlMs?: number;
}
