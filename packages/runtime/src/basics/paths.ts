/**
 * Paths inside the engine are absolute and use "/", on every operating system.
 * The Node port translates at its border; a mounted source has a scheme in front (`memory:/docs/pdf`).
 * On Windows a path may begin with a drive (`C:/`), always in upper case, or with a network share (`//server/share`).
 */

/** A share is a root of its own; names of one or two dots are never a server. */
const SHARE = /^\/\/(?!\.{1,2}\/)[^/]+\/(?!\.{1,2}(?:\/|$))[^/]+/;

/** Joins a base path and a relative part, without resolving "..". */
export function joinPath(base: string, part: string): string {
  if (part === "") return base;
  return base.endsWith("/") ? base + part : `${base}/${part}`;
}

/** The path without its last segment; the root stays the root. */
export function parentPath(path: string): string {
  const cut = path.lastIndexOf("/");
  if (cut < 0 || shareOf(path) === path) return path;
  if (cut === 0) return "/";
  const parent = path.slice(0, cut);
  return /^[A-Za-z]:$/.test(parent) ? `${parent}/` : parent;
}

/** The last segment of a path. */
export function baseName(path: string): string {
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  return trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

/** True if `path` is `directory` or below it. */
export function isInside(path: string, directory: string): boolean {
  if (path === directory) return true;
  return path.startsWith(directory.endsWith("/") ? directory : `${directory}/`);
}

/** The part of `path` below `directory`; the whole path if it is not below. */
export function pathBelow(path: string, directory: string): string {
  if (path === directory) return "";
  const prefix = directory.endsWith("/") ? directory : `${directory}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

/**
 * Resolves "." and ".." in an absolute path; a path that climbs above the root stops there. Two slashes at the start are
 * kept where a server and a share follow: elsewhere than on Windows they mean one, which `singleSlash` makes of them.
 */
export function normalisePath(path: string): string {
  const share = shareOf(path);
  const scheme = share ?? /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(path)?.[0] ?? "";
  const kept: string[] = [];
  for (const segment of path.slice(scheme.length).split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") kept.pop();
    else kept.push(segment);
  }
  if (share !== undefined) return [share, ...kept].join("/");
  return `${/^[a-z]:$/.test(scheme) ? scheme.toUpperCase() : scheme}/${kept.join("/")}`;
}

/** The share that a path begins with, `//server/share`; undefined when it begins with none. */
export function shareOf(path: string): string | undefined {
  return SHARE.exec(path)?.[0];
}

/** The path with one slash at its start where it has several: what such a path means on all systems but Windows. */
export function singleSlash(path: string): string {
  return path.replace(/^\/{2,}/, "/");
}

/** True for `/x`, `C:/x` and `scheme:/x`. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z][A-Za-z0-9+.-]*:\//.test(path);
}

/** Resolves a path against a base directory and normalizes it. */
export function resolvePath(base: string, path: string): string {
  return normalisePath(isAbsolutePath(path) ? path : joinPath(base, path));
}
