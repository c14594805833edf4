import type { OptionSpec } from "./command.ts";

export { MCP_CLIENT_IDS as MCP_CLIENT_NAMES } from "@knowhow/runtime/node";

/** Options of `knowhow mcp install` and `uninstall`. */
export const MCP_INSTALL_OPTIONS: readonly OptionSpec[] = [
  {
    name: "scope",
    value: "SCOPE",
    choices: ["user", "project"],
    summary: "install: for you everywhere (user, when absent) or in this project",
  },
  { name: "name", value: "NAME", summary: "install: the name of the entry; knowhow when absent" },
  {
    name: "command",
    value: "LINE",
    summary: "install: the command line that starts the server, instead of the one that is found",
  },
  { name: "url", value: "URL", summary: "install: reach a running server there instead of starting one" },
  { name: "print", summary: "install: print the entry to paste, and change nothing" },
  { name: "dry-run", summary: "install: show what would change, and change nothing" },
  { name: "yes", short: "y", summary: "install: write without asking" },
  { name: "force", summary: "install: also replace or remove an entry of this name that is not knowhow's" },
];
