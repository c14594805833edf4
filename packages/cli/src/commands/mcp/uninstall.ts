import type { Command } from "../../table/command.ts";
import { confirmChange, requestedChange } from "./change-client.ts";

/** `knowhow mcp uninstall <client>`: shows what would be removed, asks, and writes. */
export const uninstall: Command = async (call) =>
  confirmChange(await requestedChange(call, () => undefined), call);
