import type { OptionSpec } from "./command.ts";

/** The profiles by name, written out because the engine is not loaded for parsing; a test compares. */
export const PROFILE_NAMES = ["agentskills", "metis", "autopoiesis", "aios", "pisces"] as const;

/** Options that every command has. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { name: "json", summary: "print one JSON document and nothing else" },
  {
    name: "root",
    value: "DIR",
    many: true,
    completes: "directories",
    summary: "look only below this directory; may be repeated",
  },
  {
    name: "profile",
    value: "NAME",
    choices: PROFILE_NAMES,
    summary: `the rules to follow: ${PROFILE_NAMES.join(", ")}`,
  },
  { name: "cwd", value: "DIR", completes: "directories", summary: "work as if started in this directory" },
  { name: "no-cache", summary: "read every file anew and keep no index" },
  { name: "no-color", summary: "no colours, also on a terminal" },
  { name: "quiet", short: "q", summary: "only the result: no summary, no advice, no progress" },
  { name: "help", short: "h", summary: "show this help" },
];
