import type { RuntimeProposals } from "../authoring/open-proposals.ts";
import { once } from "../basics/once.ts";
import type { ToolDefinition } from "../conversation.ts";
import type { Engine } from "../engine.ts";
import type { SessionParts } from "../session/create-session.ts";
import type { RenderOptions, SkillRendering } from "../session/render-skill.ts";
import type { Session } from "../session/session.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { checkRender } from "./check-runtime-calls.ts";
import { collectTools } from "./collect-tools.ts";

/** The parts of a runtime that its conversations need. */
interface ConversationParts extends Omit<SessionParts, "engine" | "tools"> {
  readonly proposals: RuntimeProposals;
}

/** Conversations, and what a host can do with skill tools and commands before it has one. */
export interface Conversations {
  /** Every skill tool of the profile, for hosts that must declare their tools before a session exists. */
  tools(): Promise<readonly ToolDefinition[]>;
  /**
   * Renders a skill that the user invoked by name: the body with its arguments filled in, and the arguments that are
   * missing. Counts as a load: it emits `skill.loaded`.
   */
  render(name: string, options: RenderOptions): Promise<SkillRendering>;
  /** Starts a conversation on the current library. */
  session(options?: SessionOptions): Promise<Session>;
}

/** The conversations of a runtime. What they are made of is imported on first use. */
export function keepSessions(engine: Engine, { proposals, ...parts }: ConversationParts): Conversations {
  const opened = once(async () => {
    const { openSessions } = await import("../session/open-sessions.ts");
    const tools = await collectTools(engine, { serving: parts.serving, proposals });
    return openSessions({ engine, ...parts, tools });
  });
  return {
    tools: async () => (await opened()).tools(),
    render: async (name, options) => {
      checkRender(name, options);
      return (await opened()).render(name, options);
    },
    session: async (options = {}) => (await opened()).open(options),
  };
}
