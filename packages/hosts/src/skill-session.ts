import type { Session } from "@knowhow/runtime";

/** What an adapter needs from a session. */
export type SkillSession = Pick<
  Session,
  "activeTools" | "allTools" | "authorize" | "call" | "compacted" | "recover" | "tools" | "turn"
>;
