import type { OptionSpec } from "./command.ts";

/** The profiles by name, written out because the engine is not loaded for parsing; a test compares. */
export const PROFILE_NAMES = ["agentskills", "metis", "autopoiesis", "aios", "pisces"] as const;

/** Only without a command. */
export const VERSION_OPTION: OptionSpec = {
  name: "version",
  short: "v",
  summary: "print the version of knowhow",
};

/** Options of every command. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { name: "json", summary: "print one JSON document and nothing else" },
  {
    name: "root",
    value: "DIR",
    many: true,
    completes: "directories",
    summary: "look for skills only in this directory; may be repeated",
  },
  {
    name: "profile",
    value: "NAME",
    choices: PROFILE_NAMES,
    summary: `rules to follow: ${PROFILE_NAMES.join(", ")} (default agentskills)`,
  },
  { name: "cwd", value: "DIR", completes: "directories", summary: "run as if started in this directory" },
  { name: "no-cache", summary: "neither read nor write the caches" },
  { name: "no-color", summary: "disable colours" },
  { name: "quiet", short: "q", summary: "print only the result, without summary, hints and progress" },
  { name: "help", short: "h", summary: "show help" },
];
