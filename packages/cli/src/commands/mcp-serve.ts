import { CliError } from "../cli-error.ts";
import type { Command } from "../command.ts";

/** `knowhow mcp`: serves the skills over MCP until the client leaves. */
export const serve: Command = async () => {
  throw new CliError("cli.bad-value", "serving over MCP is not there yet");
};
