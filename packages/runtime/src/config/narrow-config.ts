import { isInside } from "../basics/paths.ts";
import { type Diagnostic, diagnose } from "../diagnostics.ts";
import type { Project } from "../discovery/find-project.ts";
import type { CustomRoot, LinkTarget } from "../options.ts";
import type { FileSystem } from "../ports.ts";
import { PROFILES } from "../profiles/find-profile.ts";
import type { Config } from "./config-shape.ts";

/** What a repository may say. */
export interface NarrowConfig extends Omit<Config, "roots" | "links" | "mcp"> {
  readonly roots: readonly CustomRoot[];
  readonly links: readonly LinkTarget[];
}

/** A repository's own settings, its directories already absolute, and the repository that they must not leave. */
export interface ToNarrow {
  readonly path: string;
  readonly file: Config;
  readonly project: Project;
  readonly files: FileSystem;
  readonly diagnostics: Diagnostic[];
}

/** Keeps what a repository may say: its roots have a project's trust, and everything really lies inside it. */
export async function narrowConfig({
  path,
  file,
  project,
  files,
  diagnostics,
}: ToNarrow): Promise<NarrowConfig> {
  const { roots = [], links = [], profile, mcp, ...rest } = file;
  if (Object.keys(mcp?.servers ?? {}).length > 0) diagnostics.push(serversRefused(path));
  const { embedder } = rest.matching ?? {};
  if (embedder !== undefined && embedder !== "none" && embedder !== "static")
    diagnostics.push(embedderRefused(path));
  const inside = async (directories: readonly string[]): Promise<readonly string[]> => {
    const kept: string[] = [];
    for (const directory of directories) {
      const trouble = await leaving(directory, project, files);
      if (trouble === undefined) kept.push(directory);
      else diagnostics.push(outsideProject(path, `${path} names ${trouble}`));
    }
    return kept;
  };
  const refused = profile !== undefined && trustsProject(profile);
  if (refused) diagnostics.push(profileRefused(path, profile));
  return {
    ...rest,
    roots: (await inside(roots)).map((root) => ({ path: root, level: "project", trust: "ask" })),
    // A link may be turned later, so its owner goes with it and is asked again on every load.
    links: (await inside(links)).map((link) => ({ path: link, within: project.realRoot })),
    ...(profile === undefined || refused ? {} : { profile }),
  };
}

/** Says that a repository reaches out of itself. */
export function outsideProject(path: string, message: string): Diagnostic {
  return diagnose("config.outside-project", `${message}; that is ignored`, {
    path,
    hint: "a repository cannot reach out of itself; put the setting into your own knowhow.json",
  });
}

/** How a directory leaves the project, by its name or through a link; undefined when it stays inside. */
async function leaving(directory: string, project: Project, files: FileSystem): Promise<string | undefined> {
  if (!isInside(directory, project.root)) return `${directory}, outside the project`;
  const real = await realpathOf(directory, files);
  if (real === undefined || isInside(real, project.realRoot)) return undefined;
  return `${directory}, which leads to ${real}, outside the project`;
}

/** What is not there, or cannot be looked at, leads nowhere; whoever reads it asks again. */
async function realpathOf(directory: string, files: FileSystem): Promise<string | undefined> {
  try {
    return await files.realpath(directory);
  } catch {
    return undefined;
  }
}

/** True when a profile trusts, without asking, a folder that a repository brings along. */
function trustsProject(name: string): boolean {
  const providers = PROFILES.find((profile) => profile.name === name)?.discovery.providers ?? [];
  return providers.some(
    ({ trust, roots }) => trust === "trusted" && roots.some(({ at }) => /\{(cwd|project|up)\}/.test(at)),
  );
}

/** Whoever clones a repository must not start its programs. */
function serversRefused(path: string): Diagnostic {
  return diagnose("config.servers-refused", `${path} names MCP servers; they are not started`, {
    path,
    hint: "look at them, and put those that you want into your own knowhow.json",
  });
}

/** Whoever clones a repository must not load its models or send messages to its addresses. */
function embedderRefused(path: string): Diagnostic {
  return diagnose("config.embedder-refused", `${path} names an embedder of its own; it is not used`, {
    path,
    hint: 'a repository may only say "static" or "none"; put the setting into your own knowhow.json',
  });
}

function profileRefused(path: string, profile: string): Diagnostic {
  return diagnose(
    "config.profile-refused",
    `${path} asks for the profile "${profile}", which would trust the repository itself`,
    {
      path,
      hint: `put "profile": "${profile}" into your own knowhow.json if you want it`,
    },
  );
}
