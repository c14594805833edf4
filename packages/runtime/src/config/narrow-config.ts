import { isInside } from "../basics/paths.ts";
import { type Diagnostic, diagnose } from "../diagnostics.ts";
import type { Project } from "../discovery/find-project.ts";
import type { CustomRoot, LinkTarget, Narrowing } from "../options.ts";
import type { FileSystem } from "../ports.ts";
import type { Config } from "./parse-config.ts";

/** The effective settings of a repository's file. */
export interface RepositoryConfig {
  readonly narrowing: Narrowing;
  readonly roots: readonly CustomRoot[];
  readonly links: readonly LinkTarget[];
  /** `none`, `static` or undefined. */
  readonly embedder?: string;
}

/** A repository's settings with absolute directories, and the repository that they must stay inside. */
export interface NarrowInput {
  readonly path: string;
  readonly file: Config;
  /** The user's own settings. */
  readonly user: Config;
  readonly project: Project;
  readonly files: FileSystem;
  readonly diagnostics: Diagnostic[];
}

/** Keeps the settings of a repository that restrict something, and directories that are inside it. */
export async function narrowConfig(given: NarrowInput): Promise<RepositoryConfig> {
  const { path, file, user, project, files, diagnostics } = given;
  diagnostics.push(...refusals(path, file, user));
  const inside = async (directories: readonly string[] = []): Promise<readonly string[]> => {
    const kept: string[] = [];
    for (const directory of directories) {
      const trouble = await escapeOf(directory, project, files);
      if (trouble === undefined) kept.push(directory);
      else diagnostics.push(outsideProject(path, `${path} names ${trouble}`));
    }
    return kept;
  };
  // A directory may be replaced by a link later, so the repository is recorded with it and checked again on every load.
  const within = project.realRoot;
  const { enabled, commands, infer, providers, include, ignore, overrides, matching, runs, authoring, scan } =
    file;
  const { embedder, mode } = matching ?? {};
  return {
    narrowing: {
      ...(enabled === false ? { enabled } : {}),
      ...(commands === false ? { commands } : {}),
      ...(infer === false ? { infer } : {}),
      ...(providers === undefined ? {} : { providers: switchedOff(providers) }),
      ...(include === undefined ? {} : { include }),
      ...(ignore === undefined ? {} : { ignore }),
      ...(overrides === undefined ? {} : { overrides }),
      ...(mode === undefined ? {} : { matching: mode }),
      ...(runs === undefined ? {} : { runs }),
      ...(authoring === "off" ? { authoring } : {}),
      ...(scan === undefined ? {} : { scan }),
    },
    roots: (await inside(file.roots)).map((root) => ({ path: root, level: "project", trust: "ask", within })),
    links: (await inside(file.links)).map((link) => ({ path: link, within })),
    ...(isShipped(embedder) ? { embedder } : {}),
  };
}

/** The diagnostic for a path outside the repository. */
export function outsideProject(path: string, message: string): Diagnostic {
  return diagnose("config.outside-project", `${message}; this is ignored`, {
    path,
    hint: "a repository cannot refer to paths outside itself; put the setting into your own knowhow.json",
  });
}

/** Diagnostics for all settings of a repository that are ignored. */
function refusals(path: string, file: Config, user: Config): readonly Diagnostic[] {
  const { profile, mcp, matching, skillConfig = {}, providers = {} } = file;
  const refused: Diagnostic[] = [];
  if (profile !== undefined && profile !== (user.profile ?? "agentskills"))
    refused.push(profileRefused(path, profile));
  if (Object.keys(mcp?.servers ?? {}).length > 0) refused.push(serversRefused(path));
  if (matching?.embedder !== undefined && !isShipped(matching.embedder)) refused.push(embedderRefused(path));
  if (file.enabled === true && user.enabled === false) refused.push(widens(path, "enabled"));
  if (file.commands === true && user.commands === false) refused.push(widens(path, "commands"));
  if (file.infer === true && user.infer !== true) refused.push(widens(path, "infer"));
  if (file.authoring === "propose" && user.authoring !== "propose") refused.push(widens(path, "authoring"));
  if (Object.keys(skillConfig).length > 0) refused.push(widens(path, "skillConfig"));
  const on = Object.keys(providers).find((key) => providers[key] === true && user.providers?.[key] === false);
  if (on !== undefined) refused.push(widens(path, `providers.${on}`));
  return refused;
}

/** True for the embedders that a repository may select. */
function isShipped(embedder: string | undefined): embedder is "none" | "static" {
  return embedder === "none" || embedder === "static";
}

function switchedOff(providers: Readonly<Record<string, boolean>>): Readonly<Record<string, boolean>> {
  return Object.fromEntries(Object.entries(providers).filter(([, on]) => !on));
}

/** How a directory leaves the project, by its path or through a link; undefined if it is inside. */
async function escapeOf(directory: string, project: Project, files: FileSystem): Promise<string | undefined> {
  if (!isInside(directory, project.root)) return `${directory}, outside the project`;
  const real = await realpathOf(directory, files);
  if (real === undefined || isInside(real, project.realRoot)) return undefined;
  return `${directory}, which leads to ${real}, outside the project`;
}

/** A path that is missing or unreadable has no real path here; it is checked again when it is read. */
async function realpathOf(directory: string, files: FileSystem): Promise<string | undefined> {
  try {
    return await files.realpath(directory);
  } catch {
    return undefined;
  }
}

function widens(path: string, key: string): Diagnostic {
  const message = `${path} sets "${key}", which could widen what you allow; this is ignored`;
  return diagnose("config.widening-refused", message, {
    path,
    hint: "put the setting into your own knowhow.json if you want it",
  });
}

/** Cloning a repository must not start its programs. */
function serversRefused(path: string): Diagnostic {
  return diagnose("config.servers-refused", `${path} names MCP servers; they are not started`, {
    path,
    hint: "review them, and put the ones you want into your own knowhow.json",
  });
}

/** Cloning a repository must not load its models or send messages to its URLs. */
function embedderRefused(path: string): Diagnostic {
  return diagnose("config.embedder-refused", `${path} names an embedder of its own; it is not used`, {
    path,
    hint: 'a repository may only choose "static" or "none"; put the setting into your own knowhow.json',
  });
}

/** Every profile reads other folders, so another profile always shows something that the user's does not. */
function profileRefused(path: string, profile: string): Diagnostic {
  return diagnose(
    "config.profile-refused",
    `${path} requests the profile "${profile}", which only you can choose; this is ignored`,
    { path, hint: `put "profile": "${profile}" into your own knowhow.json if you want it` },
  );
}
