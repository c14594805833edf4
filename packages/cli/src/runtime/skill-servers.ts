import { type ConfiguredServers, configuredServers } from "@knowhow/mcp/client";
import type { Call } from "../table/command.ts";

/** The MCP servers of the user's configuration, opened as the options of a command say. */
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
