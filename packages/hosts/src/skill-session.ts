import type { Session } from "@knowhow/runtime";

/** What an adapter needs from a session. */
export type SkillSession = Pick<
  Session,
  "activeTools" | "allTools" | "authorize" | "call" | "compacted" | "recover" | "texts" | "tools" | "turn"
>;

/** A session that also reads the files of skills for the host's own read tool. */
export type ReadingSession = SkillSession & Pick<Session, "readTool" | "resolve">;
