import type { ActionSpec, CommandSpec } from "../table/command.ts";
import { SCRIPT_OPTIONS } from "./script-options.ts";

const exec: ActionSpec = {
  name: "exec",
  summary: "Run a script of a skill in a sandbox",
  detail:
    "The script sees the skill at /skill, nothing of your files but the directory that you grant at /work, and has no network. What it writes to /output is kept. Its output goes to stdout and stderr. In a terminal, what it would use is shown and asked about first. Exits with 0 if the script succeeded, 1 if it failed or was stopped, 3 if there is no sandbox, and 4 if it was refused.",
  positionals: [
    { name: "skill", completes: "skills", summary: "name of a skill" },
    { name: "script", summary: "a file under scripts/, with or without extension" },
    {
      name: "args",
      many: true,
      optional: true,
      mayBeEmpty: true,
      summary: "arguments of the script, after --",
    },
  ],
  options: [
    ...SCRIPT_OPTIONS,
    { name: "offline", summary: "run it without a network, even if the skill declares hosts" },
    {
      name: "no-sandbox",
      summary:
        "run it without any protection; needs a person at a terminal, and is recorded in the audit log",
    },
    { name: "timeout", value: "DURATION", summary: "stop it after this time, such as 5m (default 1m)" },
    { name: "dry-run", summary: "show what would be executed and used" },
    {
      name: "yes",
      short: "y",
      summary: "run it without asking; packages are downloaded without asking, too",
    },
  ],
  examples: [
    {
      line: "knowhow exec pdf-forms extract --read . -- form.pdf",
      summary: "with the files of this directory",
    },
    { line: "knowhow exec pdf-forms extract --dry-run", summary: "see what it would use" },
  ],
  load: async () => (await import("../commands/exec.ts")).exec,
};

/** Commands that run scripts. */
export const SCRIPTS: readonly CommandSpec[] = [exec];
