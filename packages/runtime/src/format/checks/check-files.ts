import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import type { Resource } from "../../skill.ts";

/** Skills over MCP: a host must accept 512 files and 16 MiB per skill, and may refuse more. */
const MAX_FILES = 512;
const MAX_BYTES = 16 * 1024 * 1024;

/** Checks the number and total size of a skill's files. */
export function checkFiles(files: readonly Resource[]): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (files.length > MAX_FILES) {
    const message = `the skill has ${files.length} files; readers must accept only ${MAX_FILES}`;
    found.push(
      diagnose("format.too-many-files", message, { hint: "leave out what the agent does not need" }),
    );
  }
  if (bytes > MAX_BYTES) {
    const message = `the skill's files have ${bytes} bytes; readers must accept only ${MAX_BYTES}`;
    found.push(
      diagnose("format.files-too-large", message, { hint: "download large files when they are needed" }),
    );
  }
  return found;
}
