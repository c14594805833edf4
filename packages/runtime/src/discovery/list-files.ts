import { baseName, isInside, joinPath } from "../basics/paths.ts";
import { compareText, formatCount } from "../basics/words.ts";
import { type Diagnostic, diagnose, type Outcome } from "../diagnostics.ts";
import type { FileSystem } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Resource } from "../skill.ts";
import { invalidNameEntry, unreadableEntry } from "./walk-diagnostics.ts";
import type { Place } from "./walk-scope.ts";

const NOT_A_FILE = new Error("it is not a regular file");

/** Names of directories whose files are never served. */
export const NEVER_SERVED: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** A file below a directory. */
export interface ListedFile extends Resource {
  /** Where a link leads to, relative to the directory; undefined for a regular file. */
  readonly link?: string;
}

/** How much is listed. */
export interface ListExtent {
  /**
   * True: everything in the directory, including links and folders that are never served, such as `.git`. A link that
   * leads out of the directory is reported. Default false.
   */
  readonly whole?: boolean;
}

/**
 * Lists every regular file below a directory except its SKILL.md: names and sizes, never contents. Links, `.git` and
 * `node_modules` are skipped.
 */
export async function listFiles(
  { path: directory, real }: Pick<Place, "path" | "real">,
  limits: WalkLimits,
  files: FileSystem,
  { whole = false }: ListExtent = {},
): Promise<Outcome<readonly ListedFile[]>> {
  const resources: ListedFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const queue = [""];
  let bytes = 0;
  const linked: string[] = [];
  let left: string | undefined;

  const visit = async (below: string): Promise<void> => {
    const listed = (await files.list(joinPath(real, below), { real: true })) ?? [];
    const entries = listed.toSorted((a, b) => compareText(a.name, b.name));
    const own = below === "" ? ownFile(entries.map((entry) => entry.name)) : undefined;
    for (const { name, kind } of entries) {
      const path = below === "" ? name : `${below}/${name}`;
      if (await hasInvalidName(joinPath(real, path), files)) {
        diagnostics.push(invalidNameEntry(joinPath(directory, path)));
        continue;
      }
      if (kind === "directory" && (whole || !NEVER_SERVED.has(name))) queue.push(path);
      if (whole && kind === "link" && name !== own) await addLink(path);
      if (left !== undefined) return;
      if (whole && kind === "other" && name !== own)
        diagnostics.push(unreadableEntry(joinPath(directory, path), NOT_A_FILE));
      if (kind !== "file" || name === own) continue;
      const stat = await files.stat(joinPath(real, path));
      if (stat?.kind !== "file") continue;
      bytes += stat.size;
      if (resources.length >= limits.resources) left = `${limits.resources} files`;
      else if (bytes > limits.resourceBytes) left = `${limits.resourceBytes} bytes of files`;
      if (left !== undefined) return;
      if (!whole && (stat.links ?? 1) > 1) linked.push(path);
      resources.push({ path, size: stat.size });
    }
  };

  const addLink = async (path: string): Promise<void> => {
    if (resources.length >= limits.resources) {
      left = `${limits.resources} files`;
      return;
    }
    const target = await files.realpath(joinPath(real, path));
    if (target !== undefined && isInside(target, real))
      resources.push({ path, size: 0, link: target.slice(real.length + 1) });
    else diagnostics.push(leadsOut(joinPath(directory, path)));
  };

  for (let at = 0; at < queue.length && left === undefined; at += 1) {
    if (at > limits.directories) left = `${limits.directories} directories`;
    const below = queue[at] ?? "";
    try {
      await visit(below);
    } catch (error) {
      diagnostics.push(unreadableEntry(joinPath(directory, below), error));
    }
  }
  if (left !== undefined) diagnostics.push(incomplete(directory, left));
  if (linked.length > 0) diagnostics.push(hardLinked(directory, linked));
  return { value: resources.sort((a, b) => compareText(a.path, b.path)), diagnostics };
}

function ownFile(names: readonly string[]): string | undefined {
  return names.includes("SKILL.md") ? "SKILL.md" : names.find((name) => name.toLowerCase() === "skill.md");
}

function leadsOut(path: string): Diagnostic {
  return diagnose("discovery.link-outside-root", `${path} is a link that leads out of the skill`, { path });
}

function hardLinked(directory: string, paths: readonly string[]): Diagnostic {
  const [first = "", ...more] = paths;
  const files =
    more.length === 0 ? first : `${first} and ${formatCount(more.length, "other file", "other files")}`;
  return diagnose("discovery.hard-link", `${files} in ${directory}: hard links, with names elsewhere`, {
    path: directory,
    hint: "normal for files that a package manager installed; replace others with copies",
  });
}

function incomplete(directory: string, limit: string): Diagnostic {
  return diagnose("discovery.resource-limit", `${directory} has more than ${limit}; the list is incomplete`, {
    path: directory,
    hint: "consider splitting a skill this large",
  });
}

/**
 * Lists every regular file below a skill except its SKILL.md: names and sizes, never contents. The skill's directory
 * may be reached through a link; links inside it are skipped.
 */
export async function listResources(
  directory: string,
  limits: WalkLimits,
  files: FileSystem,
): Promise<Outcome<readonly Resource[]>> {
  const real = (await files.realpath(directory)) ?? directory;
  return listFiles({ path: directory, real }, limits, files);
}

/** True if an entry cannot be accessed under its listed name, because the name is not valid UTF-8. */
export async function hasInvalidName(path: string, files: Pick<FileSystem, "stat">): Promise<boolean> {
  return baseName(path).includes("\ufffd") && (await files.stat(path)) === undefined;
}
