import { isAbsolutePath, joinPath, normalisePath, resolvePath, singleSlash } from "../basics/paths.ts";
import { compareText } from "../basics/words.ts";
import type { Environment, FileSystem } from "../ports.ts";
import type { RootPattern } from "../profile.ts";
import type { Project } from "./find-project.ts";

/** Maximum number of directories that one `*` may match. */
const MAX_MATCHES = 1_000;

/** The paths of a root on this machine, in order; none if it is for another system or replaced by a variable. */
export function pathsOf(
  { at, os, unless }: RootPattern,
  environment: Environment,
  project: Project,
): readonly string[] {
  if (os !== undefined && !os.includes(environment.platform)) return [];
  if (unless !== undefined && expandUserPath(environment.variables[unless], environment) !== undefined)
    return [];
  return expandPlaceholders(at, environment, project);
}

/** The paths of a pattern of `RootPattern.at`, in order. A path with `*` still has to be expanded. */
export function expandPlaceholders(
  at: string,
  environment: Environment,
  project: Project,
): readonly string[] {
  const parts = at.split(/\{([A-Za-z_][A-Za-z0-9_]*)\}/);
  let texts: readonly string[] = [""];
  for (const [index, part] of parts.entries()) {
    const values = index % 2 === 0 ? [part] : placeholderValues(part, environment, project);
    texts = texts.flatMap((text) => values.map((value) => append(text, value, index % 2 === 1)));
  }
  return texts.map((text) => resolvePath(environment.cwd, text));
}

/**
 * An absolute value replaces what precedes it: `{cwd}/{SKILLS_DIR}` is the variable's own directory if it is absolute.
 */
function append(text: string, value: string, isValue: boolean): string {
  return isValue && isAbsolutePath(value) ? value : text + value;
}

function placeholderValues(name: string, environment: Environment, project: Project): readonly string[] {
  const { cwd, home, variables } = environment;
  if (name === "home") return [home];
  if (name === "cwd") return [cwd];
  if (name === "project") return [project.root];
  if (name === "up") return project.directories;
  // Clients follow the XDG convention on macOS and Windows too.
  if (name === "config")
    return [expandUserPath(variables.XDG_CONFIG_HOME, environment) ?? joinPath(home, ".config")];
  const value = expandUserPath(variables[name], environment);
  return value === undefined ? [] : [value];
}

/** Expands a path as the user writes it: with `~`, and with backslashes on Windows. Undefined if there is none. */
export function expandUserPath(value: string | undefined, environment: Environment): string | undefined {
  const written = value?.trim();
  if (written === undefined || written === "" || written.includes("\0")) return undefined;
  const path = environment.platform === "win32" ? written.replaceAll("\\", "/") : singleSlash(written);
  if (path === "~") return environment.home;
  return path.startsWith("~/") ? joinPath(environment.home, path.slice(2)) : path;
}

/** Replaces each `*` segment with the existing directories, sorted by name. */
export async function expandStars(path: string, files: FileSystem): Promise<readonly string[]> {
  const cut = path.indexOf("/*");
  if (cut < 0 || !/^\/\*(\/|$)/.test(path.slice(cut))) return [path];
  const before = cut === 0 ? "/" : path.slice(0, cut);
  const after = path.slice(cut + 3);
  const names = await directoryNames(before, files);
  const expanded: string[] = [];
  for (const name of names) {
    expanded.push(...(await expandStars(normalisePath(joinPath(joinPath(before, name), after)), files)));
  }
  return expanded;
}

async function directoryNames(path: string, files: FileSystem): Promise<readonly string[]> {
  try {
    const entries = (await files.list(path)) ?? [];
    return entries
      .filter(({ name, kind }) => (kind === "directory" || kind === "link") && !name.startsWith("."))
      .map(({ name }) => name)
      .sort(compareText)
      .slice(0, MAX_MATCHES);
  } catch {
    return [];
  }
}
