import type { Check } from "./check.ts";

/** What to do about a check that is not good. */
const ADVICE: Readonly<Record<string, string>> = {
  node: "install a newer Node",
  folders: "make the folders writable, or name others",
  config: "fix knowhow.json, or look at what it asks for",
  roots: "make the unreadable places readable, or take missing ones out of the settings",
  files: "`knowhow validate` shows every fault of the files that were left out",
  names: "`knowhow why <name>` tells why one skill won over another",
  requirements: "install what is missing, then run `knowhow doctor` again",
  trust: "look at the untrusted skills before you trust them",
  sizes: "move details of long skills into references/",
  content: "`knowhow validate` and `knowhow lint` tell how to mend the warnings",
  catalog: "switch off skills that this project does not need",
};

/** The next steps, the most urgent first. */
export function nextSteps(checks: readonly Check[]): readonly string[] {
  const steps = (status: Check["status"]) =>
    checks.filter((check) => check.status === status).flatMap(({ check }) => ADVICE[check] ?? []);
  return [...steps("error"), ...steps("warning")];
}
