import type { OptionSpec } from "../table/command.ts";

/** What scripts may use. */
export const SCRIPT_OPTIONS: readonly OptionSpec[] = [
  {
    name: "read",
    value: "DIR",
    completes: "directories",
    summary: "directory that scripts may read, at /work",
  },
  {
    name: "write",
    value: "DIR",
    completes: "directories",
    summary: "directory that scripts may also change, at /work",
  },
];
