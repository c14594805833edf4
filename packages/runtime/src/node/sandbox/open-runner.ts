import type { ScriptRunner } from "../../script.ts";
import { bubblewrap } from "./bubblewrap.ts";
import { type ScriptFolders, scriptRunner } from "./script-runner.ts";

/** Runs scripts in the sandbox of Linux. */
export function openRunner(folders: ScriptFolders): ScriptRunner {
  return scriptRunner(bubblewrap(), folders);
}
