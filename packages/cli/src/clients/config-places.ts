import { type Environment, KnowhowError } from "@knowhow/runtime";
import type { ConfigFilePattern, McpClientId } from "@knowhow/runtime/toolkit";
import { mcpFacts } from "./mcp-clients.ts";

/** Whose configuration: the user's, for every project, or that of one project, which others may share. */
export type McpScope = "user" | "project";

/** What the locations of a client's files depend on. */
export interface PlaceContext {
  readonly environment: Environment;
  /** The root of the project. */
  readonly project: string;
  /** The names in a directory; empty if it does not exist. */
  list(directory: string): readonly string[];
}

/** The files that a client reads in a scope; the first is created if none exists. Paths use forward slashes. */
export function placesOf(id: McpClientId, scope: McpScope, around: PlaceContext): readonly string[] {
  const { project, user } = mcpFacts(id);
  const places =
    scope === "user" ? userPlaces(user, around) : project.map((file) => `${around.project}/${file}`);
  if (places.length > 0) return places;
  throw new KnowhowError("mcp.install-unsupported", `${id} has no project configuration`, {
    hint: "use --scope user",
  });
}

/** The paths of patterns for this machine and user. */
export function userPlaces(patterns: readonly ConfigFilePattern[], around: PlaceContext): readonly string[] {
  const places: string[] = [];
  for (const pattern of patterns) {
    const found = expand(pattern, around);
    places.push(...found);
    if (pattern.only === true && found.length > 0) break;
  }
  return places;
}

function expand({ at, os, unless }: ConfigFilePattern, around: PlaceContext): readonly string[] {
  const { environment } = around;
  if (os?.includes(environment.platform) === false) return [];
  if (unless !== undefined && folder(environment, unless) !== undefined) return [];
  const [, name = "", rest = ""] = /^\{(\w+)\}(.*)$/.exec(at) ?? [];
  const base = baseFolder(environment, name);
  return base === undefined ? [] : expandStar(`${base}${rest}`, around);
}

function baseFolder(environment: Environment, name: string): string | undefined {
  if (name === "home") return environment.home;
  if (name === "config") return folder(environment, "XDG_CONFIG_HOME") ?? `${environment.home}/.config`;
  return folder(environment, name);
}

/** A `*` matches the end of one name, of letters, digits and underscores; the first match is used. */
function expandStar(path: string, { list }: PlaceContext): readonly string[] {
  const [, directory, beginning, after] = /^(.*)\/([^/*]*)\*(.*)$/.exec(path) ?? [];
  if (directory === undefined || beginning === undefined) return [path];
  const name = list(directory).find(
    (each) => each.startsWith(beginning) && /^\w+$/.test(each.slice(beginning.length)),
  );
  return name === undefined ? [] : [`${directory}/${name}${after}`];
}

/** The directory in a variable. A relative one is ignored, because it would depend on where the client is started. */
function folder({ variables, platform }: Environment, name: string): string | undefined {
  const written = variables[name] ?? "";
  const value = platform === "win32" ? written.replaceAll("\\", "/") : written;
  const isAbsolute = platform === "win32" ? /^(?:[A-Za-z]:)?\//.test(value) : value.startsWith("/");
  return isAbsolute ? value.replace(/(?<!\/)\/+$/, "") : undefined;
}
