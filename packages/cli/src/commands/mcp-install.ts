import { CliError } from "../cli-error.ts";
import type { Command } from "../command.ts";

/** `knowhow mcp install <client>` and `uninstall <client>`; the action is the first positional. */
export const install: Command = async ({ args }) => {
  const [action = "", client = ""] = args.positionals;
  throw new CliError("cli.bad-value", `no client can be configured yet: ${action} ${client}`.trimEnd());
};
