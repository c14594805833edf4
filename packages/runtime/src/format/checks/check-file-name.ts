import { diagnose } from "../../diagnostics.ts";
import { type Check, clip } from "./check.ts";

/** agentskills.io: the file is named exactly `SKILL.md`. */
export const checkFileName: Check = (_md, { fileName }) => {
  if (fileName === undefined || fileName === "SKILL.md") return [];
  const message = `the file is named ${clip(fileName)}, not SKILL.md`;
  return [diagnose("format.file-name", message, { hint: "rename it to SKILL.md" })];
};
