import { compileRulePath } from "../../basics/globs.ts";
import { once } from "../../basics/once.ts";
import {
  isAbsolutePath,
  isInside,
  joinPath,
  normalisePath,
  pathBelow,
  shareOf,
  singleSlash,
} from "../../basics/paths.ts";
import type { ToolArgument } from "./tool-rule.ts";

type PathArgument = Extract<ToolArgument, { readonly kind: "path-glob" }>;

const MAX_PATH = 4_096;
const outOfGrammar = once(() => /[\\[\]{}\p{C}]|^[~!]|(?:^|\/)\.\.(?:\/|$)|[^/]\*\*|\*\*[^/]/u);

/**
 * Parses `src/**`, `./notes/*.md` or an absolute `/data/**`. Only `*`, `?` and `**` as a whole segment are wildcards.
 */
export function parsePathPattern(
  text: string,
): { readonly value: PathArgument } | { readonly problem: string } {
  if (outOfGrammar().test(text))
    return { problem: "its path may only contain names, `*`, `?` and `**` as a whole segment" };
  if (text.endsWith("/")) return { problem: "it names a directory; write `/**` to match its contents" };
  const pattern = tidy(singleSlash(text));
  return pattern === "" ? { problem: "it names no path" } : { value: { kind: "path-glob", pattern } };
}

/** The reason why a path rule does not cover a path; undefined if it does. Links are not resolved here. */
export function objectToPath(rule: PathArgument, path: string, root: string | undefined): string | undefined {
  const place = placePath(path, root);
  if (place === undefined)
    return "the path has `..`, `~`, a backslash, an invisible character or two slashes at its start";
  const subject = isAbsolutePath(rule.pattern) ? place.absolute : place.relative;
  if (subject === undefined) return "the path is outside the root of the rule";
  const hidden = subject.split("/").find(isGitDirectory);
  // Files in there decide what git runs next, so a wildcard never matches it.
  if (hidden !== undefined && !rule.pattern.split("/").includes(hidden))
    return `the path goes through ${hidden}`;
  return compileRulePath(rule.pattern)(subject) ? undefined : "the path does not match";
}

/** True unless the path is certainly a different one; for denying rules. A bare name matches at any depth. */
export function mayBePath(rule: PathArgument, path: string, root: string | undefined): boolean {
  const place = placePath(path, root);
  if (place === undefined) return true;
  const anywhere = !rule.pattern.includes("/");
  const subject = anywhere || isAbsolutePath(rule.pattern) ? (place.absolute ?? path) : place.relative;
  if (subject === undefined) return root === undefined;
  const pattern = fold(anywhere ? `**/${rule.pattern}` : rule.pattern);
  return compileRulePath(pattern)(fold(subject)) || compileRulePath(`${pattern}/**`)(fold(subject));
}

interface PlacedPath {
  readonly absolute: string | undefined;
  readonly relative: string | undefined;
}

/** The absolute path, without accessing the disk; undefined if it cannot be determined from the text. */
function placePath(path: string, root: string | undefined): PlacedPath | undefined {
  if (path === "" || path.length > MAX_PATH || /[\\\p{C}]|^~|^[A-Za-z]:(?!\/)/u.test(path)) return undefined;
  if (path.split("/").includes("..")) return undefined;
  const base = root === undefined ? undefined : normalisePath(root);
  // On Windows a network share, elsewhere the same as one slash; only a root on a share shows which.
  const isShared = base !== undefined && shareOf(base) !== undefined;
  if (path.startsWith("//") && !isShared) return undefined;
  const tidied = tidy(path);
  if (!isAbsolutePath(path)) {
    return { absolute: base === undefined ? undefined : joinPath(base, tidied), relative: tidied };
  }
  const inside = base !== undefined && isInside(tidied, base);
  return { absolute: tidied, relative: inside ? pathBelow(tidied, base) : undefined };
}

function tidy(path: string): string {
  if (isAbsolutePath(path)) return normalisePath(path);
  return path
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");
}

/** Also matches the 8.3 name, and the trailing dots, spaces and streams that Windows ignores. */
function isGitDirectory(segment: string): boolean {
  return /^(?:\.git|git~1)[. ]*(?::|$)/.test(fold(segment));
}

/** Normalizes names that some file systems treat as equal. */
function fold(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
