import { isInside, joinPath, parentPath } from "../basics/paths.ts";
import { type Diagnostic, diagnose, type Outcome } from "../diagnostics.ts";
import type { Environment, FileStat, FileSystem } from "../ports.ts";

/** Maximum number of levels to climb. */
const MAX_CLIMB = 64;

/** The project around the working directory. */
export interface Project {
  /** Nearest directory at or above the working directory that has a `.git`; otherwise the working directory. */
  readonly root: string;
  /** The root with all links resolved. */
  readonly realRoot: string;
  /** From the working directory to the root, nearest first, without the home directory. */
  readonly directories: readonly string[];
}

/**
 * Finds the project. A `.git` in the home directory or above is ignored, and so is one that another user could have
 * placed above the working directory.
 */
export async function findProject(files: FileSystem, environment: Environment): Promise<Outcome<Project>> {
  const { cwd, home } = environment;
  const realHome = (await undefinedOnError(() => files.realpath(home))) ?? home;
  // The user may write the same directory in other letters.
  const same = (path: string) => (files.caseInsensitive ? path.toLowerCase() : path);
  const isHome = (path: string) => [same(home), same(realHome)].includes(same(path));
  const isBelow = (path: string, directory: string) => isInside(same(path), same(directory));
  const project = async (
    root: string,
    directories: readonly string[],
    trouble: readonly Diagnostic[] = [],
  ) => {
    const realRoot = (await undefinedOnError(() => files.realpath(root))) ?? root;
    return { value: { root, realRoot, directories }, diagnostics: trouble };
  };
  const climbed: string[] = [];
  for (const directory of [cwd, ...ancestorsOf(cwd)]) {
    if (isHome(directory) || (isBelow(home, directory) && isBelow(cwd, home))) break;
    climbed.push(directory);
    const git = await undefinedOnError(() => files.stat(joinPath(directory, ".git")));
    if (git?.kind !== "directory" && git?.kind !== "file") continue;
    const stranger = directory === cwd ? undefined : await untrustedOwnerOf(directory, files, environment);
    return stranger === undefined
      ? project(directory, climbed)
      : project(cwd, [cwd], [foreign(directory, stranger)]);
  }
  return project(cwd, isHome(cwd) ? [] : [cwd]);
}

/** Every directory above a path, nearest first. */
export function ancestorsOf(path: string): readonly string[] {
  const ancestors: string[] = [];
  for (let at = path; ancestors.length < MAX_CLIMB; ) {
    const parent = parentPath(at);
    if (parent === at) break;
    ancestors.push(parent);
    at = parent;
  }
  return ancestors;
}

/**
 * Another user who could have created a repository in this directory. As in git's `safe.directory`, root is trusted.
 */
async function untrustedOwnerOf(
  directory: string,
  files: FileSystem,
  environment: Environment,
): Promise<string | undefined> {
  const real = (await undefinedOnError(() => files.realpath(directory))) ?? directory;
  const stat = await undefinedOnError(() => files.stat(real));
  if (isWorldWritable(stat, environment)) return "it is world-writable";
  const isOurs = stat?.uid === undefined || environment.uid === undefined || stat.uid === environment.uid;
  return isOurs || stat.uid === 0 ? undefined : "it belongs to another user";
}

function foreign(path: string, reason: string): Diagnostic {
  return diagnose("discovery.project-foreign", `${path} is not used as the project: ${reason}`, {
    path,
    hint: "run the command in that directory if you trust its contents, or change its owner and permissions",
  });
}

async function undefinedOnError<T>(ask: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}

/** True for a directory that every user of this machine may write to. Windows has no such bit. */
export function isWorldWritable(directory: FileStat | undefined, { platform }: Environment): boolean {
  return platform !== "win32" && directory !== undefined && (directory.mode & 0o002) !== 0;
}
