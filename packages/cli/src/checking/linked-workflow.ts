import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "@knowhow/runtime";
import { diagnose } from "@knowhow/runtime/toolkit";

/** A workflow file that is a link is never read, so the skill would silently have no steps. Empty if it is none. */
export function linkedWorkflow(directory: string): readonly Diagnostic[] {
  const path = join(directory, "workflow.yaml");
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return [];
  const message = "workflow.yaml is a link, and links are not followed: the skill has no steps";
  return [
    diagnose("workflow.file-missing", message, { path, hint: "replace the link by a copy of the file" }),
  ];
}
