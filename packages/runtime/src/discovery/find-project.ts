import { isInside, joinPath, parentPath } from "../paths.ts";
import type { Environment, FileSystem } from "../ports.ts";

/** A climb ends here even on a file system that never does. */
const MAX_CLIMB = 64;

/** The project around the working directory. */
export interface Project {
  /** Nearest directory at or above the working directory that has a `.git`; the working directory when none has. */
  readonly root: string;
  /** The root with every link resolved. */
  readonly realRoot: string;
  /** From the working directory to the root, nearest first, without the home directory. */
  readonly directories: readonly string[];
}

/** Finds the project; a `.git` in the home directory or above it makes no project of what lies below. */
export async function findProject(files: FileSystem, environment: Environment): Promise<Project> {
  const { cwd, home } = environment;
  const realHome = (await absentWhenBroken(() => files.realpath(home))) ?? home;
  const isHome = (path: string) => path === home || path === realHome;
  const project = async (root: string, directories: readonly string[]): Promise<Project> => {
    return { root, realRoot: (await absentWhenBroken(() => files.realpath(root))) ?? root, directories };
  };
  const climbed: string[] = [];
  for (const directory of [cwd, ...ancestorsOf(cwd)]) {
    if (isHome(directory) || (isInside(home, directory) && isInside(cwd, home))) break;
    climbed.push(directory);
    const git = await absentWhenBroken(() => files.stat(joinPath(directory, ".git")));
    if (git?.kind === "directory" || git?.kind === "file") return project(directory, climbed);
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

async function absentWhenBroken<T>(ask: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
