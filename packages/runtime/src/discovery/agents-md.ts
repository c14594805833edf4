import { isInside, joinPath, parentPath } from "../basics/paths.ts";
import { type Diagnostic, diagnose, type Outcome } from "../diagnostics.ts";
import type { Environment, FileSystem } from "../ports.ts";
import { ancestorsOf, isWorldWritable } from "./find-project.ts";
import { unreadableEntry } from "./walk-diagnostics.ts";

/** An AGENTS.md that applies to the working directory. */
export interface ContextFile {
  /** Real path of the file. */
  readonly path: string;
  readonly level: "user" | "project";
  /** Number of levels above the working directory; 0 for the user's own file. */
  readonly depth: number;
}

export interface ContextOptions {
  readonly fileName?: string;
  /** Maximum number of directories to search, including the working directory. */
  readonly levels?: number;
}

/**
 * Finds the AGENTS.md files that apply, most general first: `~/.agents/AGENTS.md`, then from the outermost directory
 * down to the working directory. A directory with a hidden segment in its path is skipped.
 */
export async function findContextFiles(
  files: FileSystem,
  environment: Environment,
  { fileName = "AGENTS.md", levels = 20 }: ContextOptions = {},
): Promise<Outcome<readonly ContextFile[]>> {
  const { cwd, home } = environment;
  const diagnostics: Diagnostic[] = [];
  const find = (directory: string, fence: string) =>
    contextFile(directory, fence, { fileName, files, environment, diagnostics });

  const personal = await find(joinPath(home, ".agents"), home);
  const value: ContextFile[] = personal === undefined ? [] : [{ path: personal, level: "user", depth: 0 }];
  const directories = [cwd, ...ancestorsOf(cwd)].slice(0, levels);
  for (const [depth, directory] of [...directories.entries()].toReversed()) {
    if (hasHiddenSegment(directory)) continue;
    const path = await find(directory, directory);
    if (path !== undefined) value.push({ path, level: "project", depth });
  }
  return { value, diagnostics };
}

interface Search {
  readonly fileName: string;
  readonly files: FileSystem;
  readonly environment: Environment;
  readonly diagnostics: Diagnostic[];
}

/** The file in one directory. A link is followed if its target is inside the fence. */
async function contextFile(directory: string, fence: string, search: Search): Promise<string | undefined> {
  const { files, environment, diagnostics } = search;
  const path = joinPath(directory, search.fileName);
  try {
    const stat = await files.stat(path);
    if (stat === undefined || stat.kind === "directory" || stat.kind === "other") return undefined;
    const real = await files.realpath(path);
    if (real === undefined || (await files.stat(real))?.kind !== "file") return undefined;
    const isLink = stat.kind === "link";
    const around = (await files.realpath(directory)) ?? directory;
    if (isLink && !isInside(real, (await files.realpath(fence)) ?? fence)) {
      diagnostics.push(linkOutside(path, real));
      return undefined;
    }
    for (const place of new Set([around, parentPath(real)])) {
      if (!isWorldWritable(await files.stat(place), environment)) continue;
      diagnostics.push(shared(path));
      return undefined;
    }
    return real;
  } catch (error) {
    diagnostics.push(unreadableEntry(path, error));
  }
  return undefined;
}

function hasHiddenSegment(path: string): boolean {
  return path.split("/").some((segment) => segment.startsWith("."));
}

function linkOutside(path: string, real: string): Diagnostic {
  const message = `${path} links to ${real}, outside its directory, and was not followed`;
  return diagnose("discovery.link-outside-root", message, {
    path,
    hint: "replace it with a regular file, or link to a file inside that directory",
  });
}

function shared(path: string): Diagnostic {
  return diagnose("discovery.context-shared", `${path} is in a world-writable directory; it is not used`, {
    path,
    hint: "work in a directory that only you can write to",
  });
}
