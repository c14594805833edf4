import type { Environment } from "@knowhow/runtime";
import { KnowhowError } from "@knowhow/runtime";
import type { McpClientId } from "./clients.ts";

/** Whose configuration: the person's, for every project, or that of one project, which others may share. */
export type McpScope = "user" | "project";

/** What decides where the files of a client are. */
export interface Surroundings {
  readonly environment: Environment;
  /** The root of the project. */
  readonly project: string;
  /** The names in a directory; empty when there is none. */
  list(directory: string): readonly string[];
}

/** The files that a client reads in a scope; the first one is made when none is there. Paths have forward slashes. */
export function placesOf(id: McpClientId, scope: McpScope, around: Surroundings): readonly string[] {
  const places = scope === "user" ? userPlaces(id, around) : projectPlaces(id, around.project);
  if (places.length > 0) return places;
  throw new KnowhowError("mcp.install-unsupported", `${id} has no configuration of a single project`, {
    hint: "use --scope user",
  });
}

function projectPlaces(id: McpClientId, project: string): readonly string[] {
  const files: Readonly<Record<McpClientId, readonly string[]>> = {
    "claude-code": [".mcp.json"],
    "claude-desktop": [],
    cursor: [".cursor/mcp.json"],
    vscode: [".vscode/mcp.json"],
    codex: [".codex/config.toml"],
    gemini: [".gemini/settings.json"],
    opencode: ["opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"],
  };
  return files[id].map((file) => `${project}/${file}`);
}

function userPlaces(id: McpClientId, around: Surroundings): readonly string[] {
  const { environment } = around;
  const { home } = environment;
  const config = folder(environment, "XDG_CONFIG_HOME") ?? `${home}/.config`;
  switch (id) {
    case "claude-code":
      return [`${folder(environment, "CLAUDE_CONFIG_DIR") ?? home}/.claude.json`];
    case "claude-desktop":
      return [`${desktopFolder(around)}/claude_desktop_config.json`];
    case "cursor":
      return [`${home}/.cursor/mcp.json`];
    case "vscode":
      return [`${applicationFolder(environment)}/Code/User/mcp.json`];
    case "codex":
      return [`${folder(environment, "CODEX_HOME") ?? `${home}/.codex`}/config.toml`];
    case "gemini":
      return [`${home}/.gemini/settings.json`];
    case "opencode":
      return [`${config}/opencode/opencode.json`, `${config}/opencode/opencode.jsonc`];
  }
}

/** Where programs with windows keep their settings. */
function applicationFolder(environment: Environment): string {
  const { home, platform } = environment;
  if (platform === "darwin") return `${home}/Library/Application Support`;
  if (platform === "win32") return folder(environment, "APPDATA") ?? `${home}/AppData/Roaming`;
  return folder(environment, "XDG_CONFIG_HOME") ?? `${home}/.config`;
}

/** On Windows the app comes as a package, and a package reads its own copy of AppData and never the usual one. */
function desktopFolder({ environment, list }: Surroundings): string {
  const usual = `${applicationFolder(environment)}/Claude`;
  if (environment.platform !== "win32") return usual;
  const packages = `${folder(environment, "LOCALAPPDATA") ?? `${environment.home}/AppData/Local`}/Packages`;
  const own = list(packages).filter((name) => /^Claude_\w+$/.test(name));
  return own[0] === undefined ? usual : `${packages}/${own[0]}/LocalCache/Roaming/Claude`;
}

/** The folder that a variable names; a relative one would depend on where the client is started. */
function folder({ variables, platform }: Environment, name: string): string | undefined {
  const written = variables[name] ?? "";
  const value = platform === "win32" ? written.replaceAll("\\", "/") : written;
  const isAbsolute = platform === "win32" ? /^(?:[A-Za-z]:)?\//.test(value) : value.startsWith("/");
  return isAbsolute ? value.replace(/\/+$/, "") : undefined;
}
