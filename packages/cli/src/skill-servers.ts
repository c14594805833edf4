import { type ConfiguredServers, configuredServers } from "@knowhow/mcp/client";
import type { Call } from "./command.ts";

/** The MCP servers of the user's configuration, as the flags of a command want them. */
export function openSkillServers(
  { args, io }: Pick<Call, "args" | "io">,
  waitMs?: number,
): ConfiguredServers {
  return configuredServers({
    env: io.env,
    home: io.home,
    cache: !args.has("no-cache"),
    ...(waitMs === undefined ? {} : { waitMs }),
  });
}
