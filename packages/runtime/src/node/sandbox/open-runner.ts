import type { ScriptRunner } from "../../script.ts";
import { bubblewrap } from "./bubblewrap.ts";
import { sandboxRuntime } from "./sandbox-runtime.ts";
import { type ScriptFolders, scriptRunner } from "./script-runner.ts";

/** Runs scripts in the sandbox of this platform. */
export function openRunner(
  folders: ScriptFolders,
  platform: NodeJS.Platform = process.platform,
): ScriptRunner {
  const isOther = platform === "darwin" || platform === "win32";
  return scriptRunner(isOther ? sandboxRuntime({ platform }) : bubblewrap(), folders);
}
