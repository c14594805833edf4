import type { DoctorCheck } from "./doctor-check.ts";

/** What to do about a check that failed. */
const ADVICE: Readonly<Record<string, string>> = {
  node: "install a newer version of Node",
  folders: "make the directories writable, or choose others",
  audit: "run `knowhow audit verify` to see where the log was changed",
  config: "fix knowhow.json, or check what it asks for",
  roots: "make the directories readable, or remove them from the settings",
  unseen: "name the directories that contain the skills as roots",
  files: "run `knowhow validate` to see what is wrong with the skipped files",
  names: "run `knowhow why <name>` to see why one skill takes precedence",
  "look-alikes": "check that skills with similar names are the ones you meant to install",
  requirements: "install what is missing, then run `knowhow doctor` again",
  trust: "read the pending skills, then decide with `knowhow trust`",
  scans: "read what scans found with `knowhow trust show <name>`",
  sizes: "move details of long skills into references/",
  content: "run `knowhow validate` and `knowhow lint` to see how to fix the warnings",
  catalog: "turn off skills that this project does not need",
};

/** What to do next, errors first. */
export function nextSteps(checks: readonly DoctorCheck[]): readonly string[] {
  const steps = (status: DoctorCheck["status"]) =>
    checks.filter((check) => check.status === status).flatMap(({ check }) => ADVICE[check] ?? []);
  return [...steps("error"), ...steps("warning")];
}
