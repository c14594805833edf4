import { isAbsolutePath, joinPath, normalisePath, singleSlash } from "../basics/paths.ts";
import type { Environment } from "../ports.ts";

/** The directories of knowhow on this machine. */
export interface KnowhowDirectories {
  /** Data that can be deleted without harm: the index. */
  readonly cache: string;
  /** The user's `knowhow.json`. */
  readonly config: string;
  /** Durable data: trust decisions, approvals, runs, the audit log. */
  readonly state: string;
}

/**
 * XDG directories on Linux, `~/Library` on macOS, `%LOCALAPPDATA%` and `%APPDATA%` on Windows. `KNOWHOW_…_DIR`
 * overrides each.
 */
export function knowhowDirectories(environment: Environment): KnowhowDirectories {
  const defaults = platformDirectories(environment);
  return {
    cache: variable(environment, "KNOWHOW_CACHE_DIR") ?? defaults.cache,
    config: variable(environment, "KNOWHOW_CONFIG_DIR") ?? defaults.config,
    state: variable(environment, "KNOWHOW_STATE_DIR") ?? defaults.state,
  };
}

function platformDirectories(environment: Environment): KnowhowDirectories {
  const { home, platform } = environment;
  const folder = (name: string, otherwise: string) =>
    variable(environment, name) ?? joinPath(home, otherwise);
  if (platform === "win32") {
    const local = joinPath(folder("LOCALAPPDATA", "AppData/Local"), "knowhow");
    const roaming = joinPath(folder("APPDATA", "AppData/Roaming"), "knowhow");
    return { cache: `${local}/cache`, config: roaming, state: `${local}/state` };
  }
  if (platform === "darwin") {
    const support = joinPath(home, "Library/Application Support/knowhow");
    return { cache: joinPath(home, "Library/Caches/knowhow"), config: support, state: `${support}/state` };
  }
  return {
    cache: joinPath(folder("XDG_CACHE_HOME", ".cache"), "knowhow"),
    config: joinPath(folder("XDG_CONFIG_HOME", ".config"), "knowhow"),
    state: joinPath(folder("XDG_STATE_HOME", ".local/state"), "knowhow"),
  };
}

/** XDG: a relative path in such a variable is ignored. */
function variable({ variables, platform }: Environment, name: string): string | undefined {
  const written = variables[name] ?? "";
  const value = platform === "win32" ? written.replaceAll("\\", "/") : singleSlash(written);
  return isAbsolutePath(value) ? normalisePath(value) : undefined;
}
