import { joinPath } from "../basics/paths.ts";
import type { Environment } from "../ports.ts";
import type { Provider } from "../profile.ts";
import { knowhowDirectories } from "./directories.ts";

/** Id of the provider of agent-written skills, for the setting `providers`. */
export const AGENT_PROVIDER = "agent";

/** The directory of the skills that agents wrote and the user applied. */
export function agentRoot(environment: Environment): string {
  return joinPath(knowhowDirectories(environment).state, "agent-skills");
}

/**
 * The row of agent-written skills, which every profile has: the lowest priority, and nothing is shown to a model before
 * the user has reviewed exactly that content.
 */
export function agentProvider(environment: Environment): Provider {
  return {
    id: AGENT_PROVIDER,
    level: "agent",
    priority: -1,
    roots: [{ at: agentRoot(environment) }],
    depth: 1,
    requires: ["name", "description"],
    trust: "review",
  };
}
