import type { OptionSpec } from "../table/command.ts";

/** For commands that try skills while they are written. */
export const PENDING: OptionSpec = {
  name: "pending",
  summary: "also use skills that were never trusted; those that changed since they were trusted count anyway",
};
