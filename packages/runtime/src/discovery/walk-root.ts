import { forEachInOrder, mapAwaitable } from "../basics/awaitable.ts";
import { isInside, joinPath } from "../basics/paths.ts";
import type { Diagnostic, Outcome } from "../diagnostics.ts";
import type { Awaitable, DirectoryEntry, FileStat, FileSystem } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Root } from "./find-roots.ts";
import { findSkillFile } from "./find-skill-file.ts";
import { followLink } from "./follow-link.ts";
import { hasInvalidName } from "./list-files.ts";
import {
  invalidNameEntry,
  rootOutside,
  skillAtRoot,
  unreadableEntry,
  unreadableRoot,
  walkLimit,
} from "./walk-diagnostics.ts";
import type { Found, Place, WalkScope } from "./walk-scope.ts";

export type { Found };

export interface WalkOptions {
  /** Accepted file names, preferred first. */
  readonly fileNames: readonly string[];
  readonly limits: WalkLimits;
  /** Real paths that links may point into: roots inside their boundary, and directories that the user allowed. */
  readonly trusted: readonly string[];
}

export interface RootWalk {
  readonly found: readonly Found[];
  /** False if the root exists but cannot be listed. */
  readonly readable: boolean;
  /** Directories to watch. */
  readonly directories: readonly string[];
}

/** Finds every SKILL.md below a root: bounded, in a defined order, never outside trusted directories. */
export async function walkRoot(
  root: Root,
  options: WalkOptions,
  files: FileSystem,
): Promise<Outcome<RootWalk>> {
  const diagnostics: Diagnostic[] = [];
  const nothing = (readable: boolean) => {
    return { value: { found: [], readable, directories: [root.path] }, diagnostics };
  };
  const { fileNames, limits } = options;
  // Links of a project's root may point anywhere inside the same project.
  const fence = root.boundary === undefined ? options.trusted : [...options.trusted, root.boundary];
  try {
    const real = await files.realpath(root.path);
    if (real === undefined || (await files.stat(real))?.kind !== "directory") return nothing(true);
    if (root.boundary !== undefined && !fence.some((directory) => isInside(real, directory))) {
      diagnostics.push(rootOutside(root.path, real));
      return nothing(true);
    }
    const scope = { files, fileNames, trusted: [...fence, real] };
    const value = await walkTree({ path: root.path, real, depth: 0 }, { root, scope, limits, diagnostics });
    return { value, diagnostics };
  } catch (error) {
    diagnostics.push(unreadableRoot(root.path, error));
    return nothing(false);
  }
}

interface Walk {
  readonly root: Root;
  readonly scope: WalkScope;
  readonly limits: WalkLimits;
  readonly diagnostics: Diagnostic[];
}

/**
 * Breadth first, so that a limit cuts the deepest directories. Links come last, so that a direct path wins over a link.
 */
async function walkTree(start: Place, { root, scope, limits, diagnostics }: Walk): Promise<RootWalk> {
  const watched = start.real === start.path ? [start.path] : [start.path, start.real];
  const atRoot = await findSkillFile(start, scope, diagnostics);
  if (atRoot.kind === "found") {
    if (root.explicit) return { found: [atRoot.found], readable: true, directories: watched };
    diagnostics.push(skillAtRoot(atRoot.found.path));
  }

  const found: Found[] = [];
  const directories = [...watched];
  const queue: Place[] = [];
  const links: Place[] = [];
  let entered = 0;

  const look = async (place: Place): Promise<void> => {
    if (await hasInvalidName(place.real, scope.files)) {
      diagnostics.push(invalidNameEntry(place.path));
      return;
    }
    directories.push(place.real);
    const file = await findSkillFile(place, scope, diagnostics);
    if (file.kind === "found") found.push(file.found);
    if (file.kind !== "absent" || place.depth >= root.provider.depth) return;
    entered += 1;
    if (entered <= limits.directories) queue.push(place);
    else if (entered === limits.directories + 1) {
      diagnostics.push(walkLimit(root.path, `${limits.directories} directories without a SKILL.md`));
    }
  };

  const enter = async (directory: Place): Promise<void> => {
    const { names, linked, more } = childNames(
      (await scope.files.list(directory.real)) ?? [],
      limits.entries,
    );
    if (more) diagnostics.push(walkLimit(directory.path, `${limits.entries} entries`));
    await forEachInOrder(names, (name) => {
      const place = below(directory, name);
      if (linked.has(name)) {
        links.push(place);
        return undefined;
      }
      return mapAwaitable(regularFile(place, scope), (file) => {
        if (file === undefined) return attempt(place, look, diagnostics);
        directories.push(place.real);
        found.push(file);
        return undefined;
      });
    });
  };

  const seen = new Set<string>();
  let noted = 0;
  const follow = async (link: Place): Promise<void> => {
    for (; noted < directories.length; noted += 1) seen.add(directories[noted] ?? "");
    const target = await followLink(link, scope, diagnostics);
    if (target !== undefined && !seen.has(target.real)) await look(target);
  };

  await enter(start);
  while (queue.length > 0 || links.length > 0) {
    for (const place of queue.splice(0)) await attempt(place, enter, diagnostics);
    if (queue.length === 0) for (const link of links.splice(0)) await attempt(link, follow, diagnostics);
  }
  return { found: withoutCopies(found), readable: true, directories };
}

/**
 * A directory's regular SKILL.md, without `await`: nearly every directory has one, and awaiting takes longer than the
 * check.
 */
function regularFile(place: Place, { files, fileNames }: WalkScope): Awaitable<Found | undefined> {
  const name = fileNames[0];
  if (name === undefined || files.caseInsensitive) return undefined;
  const real = joinPath(place.real, name);
  const path = place.path === place.real ? real : joinPath(place.path, name);
  const found = (stat: FileStat | undefined): Found | undefined =>
    stat?.kind === "file"
      ? { path, directory: place.path, real, realDirectory: place.real, stat }
      : undefined;
  try {
    return mapAwaitable(files.stat(real), found, () => undefined);
  } catch {
    return undefined;
  }
}

/** A broken directory does not affect the others. */
async function attempt(
  place: Place,
  work: (place: Place) => Promise<void>,
  diagnostics: Diagnostic[],
): Promise<void> {
  try {
    await work(place);
  } catch (error) {
    diagnostics.push(unreadableEntry(place.path, error));
  }
}

function below(directory: Place, name: string): Place {
  const path = joinPath(directory.path, name);
  const real = directory.real === directory.path ? path : joinPath(directory.real, name);
  return { path, real, depth: directory.depth + 1 };
}

/** The entries that may be skills, in code unit order, and which of them are links. */
function childNames(entries: readonly DirectoryEntry[], limit: number) {
  const names: string[] = [];
  const linked = new Set<string>();
  for (const { name, kind } of entries) {
    if ((kind !== "directory" && kind !== "link") || isSkipped(name)) continue;
    names.push(name);
    if (kind === "link") linked.add(name);
  }
  // Without a comparator, `sort` uses code unit order and is much faster.
  names.sort();
  return { names: names.slice(0, limit), linked, more: names.length > limit };
}

/** agentskills.io client guide: `.git`, `node_modules` and other hidden directories are not entered. */
function isSkipped(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

/** Two links to one file are one skill. */
function withoutCopies(found: readonly Found[]): readonly Found[] {
  if (found.every(({ path, real }) => path === real)) return found;
  const reals = new Set<string>();
  return found.filter(({ real }) => !reals.has(real) && reals.add(real));
}
