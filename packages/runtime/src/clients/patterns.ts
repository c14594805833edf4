import type { RootPattern } from "../profile.ts";

/** A path in a client's folder whose location an environment variable can override. */
export function movable(variable: string, folder: string, below = "skills"): readonly RootPattern[] {
  return [{ at: `{${variable}}/${below}` }, { at: `${folder}/${below}`, unless: variable }];
}

/** Below the folder of Codex: the skills that it installs and updates itself. */
export const CODEX_SYSTEM = "skills/.system";

/** A path in the folder where graphical applications keep their settings. */
export function inApplicationFolder(path: string): readonly RootPattern[] {
  return [
    { at: `{home}/Library/Application Support/${path}`, os: ["darwin"] },
    { at: `{APPDATA}/${path}`, os: ["win32"] },
    { at: `{home}/AppData/Roaming/${path}`, os: ["win32"], unless: "APPDATA" },
    { at: `{config}/${path}`, os: ["linux"] },
  ];
}
