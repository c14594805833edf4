import { CliError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { MCP_INSTALL_OPTIONS } from "../mcp-install-options.ts";
import { MCP_SERVE_OPTIONS } from "../mcp-serve-options.ts";

/** `knowhow mcp [serve|install|uninstall]`: each action is a door of its own, so that installing loads no server. */
export const mcp: Command = async (call) => {
  const { args } = call;
  const [action = "serve"] = args.positionals;
  const others = action === "serve" ? MCP_INSTALL_OPTIONS : MCP_SERVE_OPTIONS;
  const foreign = others.find(({ name }) => args.has(name) || args.text(name) !== undefined);
  if (foreign !== undefined)
    throw new CliError("cli.bad-value", `mcp ${action} has no option --${foreign.name}`);
  if (action === "serve") return (await import("./mcp-serve.ts")).serve(call);
  return (await import("./mcp-install.ts")).install(call);
};
