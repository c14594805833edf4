import type { Command } from "../command.ts";

/** `knowhow mcp [serve|install|uninstall]`: each action is a door of its own, so that installing loads no server. */
export const mcp: Command = async (call) => {
  const [action = "serve"] = call.args.positionals;
  if (action === "serve") return (await import("./mcp-serve.ts")).serve(call);
  return (await import("./mcp-install.ts")).install(call);
};
