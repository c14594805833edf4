import type { ToolDefinition } from "../conversation.ts";
import { createSession, openSessionEngine, type SessionParts } from "./create-session.ts";
import { type RenderOptions, renderSkill, type SkillRendering } from "./render-skill.ts";
import type { Session } from "./session.ts";
import type { SessionOptions } from "./session-options.ts";
import { defineTools } from "./tools/define-tool.ts";

/** Starts the conversations of one runtime, and offers the operations that do not need one. */
export interface Sessions {
  open(options: SessionOptions): Promise<Session>;
  tools(): readonly ToolDefinition[];
  render(name: string, options: RenderOptions): Promise<SkillRendering>;
}

/** Opens sessions that share everything except what they have loaded. */
export function openSessions(parts: SessionParts): Sessions {
  const engine = openSessionEngine(parts);
  return {
    open: (options) => createSession(engine, options),
    tools: () => defineTools(engine.tools),
    render: (name, options) => renderSkill(name, options, engine),
  };
}
