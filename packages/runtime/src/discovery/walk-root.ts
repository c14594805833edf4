import { forEachInOrder, mapAwaitable } from "../basics/awaitable.ts";
import { isInside, joinPath } from "../basics/paths.ts";
import type { Diagnostic, Outcome } from "../diagnostics.ts";
import type { UnseenFiles } from "../library.ts";
import type { Awaitable, DirectoryEntry, FileStat, FileSystem } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { Root } from "./find-roots.ts";
import { findSkillFile } from "./find-skill-file.ts";
import { followLink } from "./follow-link.ts";
import { hasInvalidName } from "./list-files.ts";
import { isForeign, misspeltIn, type SkippedDirectory, surveySkipped } from "./survey.ts";
import {
  invalidNameEntry,
  rootOutside,
  skillAtRoot,
  unreadableEntry,
  unreadableRoot,
  unseenFiles,
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
  /** Paths of all roots, which are searched themselves. */
  readonly roots?: ReadonlySet<string>;
  /** Hidden directories that are never entered, because they belong to clients: `.claude`. */
  readonly clientFolders?: ReadonlySet<string>;
}

export interface RootWalk {
  readonly found: readonly Found[];
  /** False if the root exists but cannot be listed. */
  readonly readable: boolean;
  /** Directories to watch. */
  readonly directories: readonly string[];
  /** SKILL.md files that were not used; those inside of skills are not searched for. */
  readonly unseen: readonly UnseenFiles[];
}

/** Number of further directories that are searched for files that are not used. */
const SURVEYED = 500;

/** Finds every SKILL.md below a root: bounded, in a defined order, never outside trusted directories. */
export async function walkRoot(
  root: Root,
  options: WalkOptions,
  files: FileSystem,
): Promise<Outcome<RootWalk>> {
  const diagnostics: Diagnostic[] = [];
  const nothing = (readable: boolean) => {
    return { value: { found: [], readable, directories: [root.path], unseen: [] }, diagnostics };
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
    const { roots, clientFolders } = options;
    const walk = { root, scope, limits, diagnostics, roots, clientFolders };
    const value = await walkTree({ path: root.path, real, depth: 0 }, walk);
    if (value.unseen.length > 0) diagnostics.push(unseenFiles(root.path, value.unseen));
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
  readonly roots: ReadonlySet<string> | undefined;
  readonly clientFolders: ReadonlySet<string> | undefined;
}

/**
 * Breadth first, so that a limit cuts the deepest directories. Links come last, so that a direct path wins over a link.
 */
async function walkTree(start: Place, walk: Walk): Promise<RootWalk> {
  const { root, scope, limits, diagnostics } = walk;
  const watched = start.real === start.path ? [start.path] : [start.path, start.real];
  const atRoot = await findSkillFile(start, scope, diagnostics);
  const found: Found[] = [];
  if (atRoot.kind === "found") {
    if (root.explicit) found.push(atRoot.found);
    else diagnostics.push(skillAtRoot(atRoot.found.path));
  }
  /** A skill is not searched, but a directory that the user named may hold other skills beside its own SKILL.md. */
  const isSkill = found.length > 0;
  const directories = [...watched];
  const queue: Place[] = [];
  const links: Place[] = [];
  const skipped: SkippedDirectory[] = [];
  const misspelt: string[] = [];
  const isEntered = enteredNames(walk);
  let entered = 0;

  const look = async (place: Place): Promise<void> => {
    if (await hasInvalidName(place.real, scope.files)) {
      diagnostics.push(invalidNameEntry(place.path));
      return;
    }
    directories.push(place.real);
    const file = await findSkillFile(place, scope, diagnostics);
    if (file.kind === "found") found.push(file.found);
    if (file.kind !== "absent") return;
    if (isSkill || place.depth >= root.provider.depth) {
      skipped.push({ path: place.path, real: place.real, reason: "deep" });
      return;
    }
    entered += 1;
    if (entered <= limits.directories) queue.push(place);
    else if (entered === limits.directories + 1) {
      diagnostics.push(walkLimit(root.path, `${limits.directories} directories without a SKILL.md`));
    }
  };

  const enter = async (directory: Place): Promise<void> => {
    const entries = (await scope.files.list(directory.real)) ?? [];
    const isOpen = (name: string) => isEntered(name, directory);
    const { names, linked, hidden, more } = childNames(entries, limits.entries, isOpen);
    for (const name of hidden) {
      const { path, real } = below(directory, name);
      if (!isSkill) skipped.push({ path, real, reason: "hidden" });
    }
    const odd = directory === start ? undefined : misspeltIn(entries, scope.fileNames);
    if (odd !== undefined) misspelt.push(joinPath(directory.path, odd));
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
  const unseen = root.provider.remote === undefined ? await unseenIn(skipped, misspelt, walk) : [];
  return { found: withoutCopies(found), readable: true, directories, unseen };
}

async function unseenIn(
  skipped: readonly SkippedDirectory[],
  misspelt: readonly string[],
  { scope, roots }: Walk,
): Promise<readonly UnseenFiles[]> {
  if (skipped.length === 0 && misspelt.length === 0) return [];
  const { files, fileNames } = scope;
  const isRoot = (path: string) => roots?.has(path) === true;
  return surveySkipped(skipped, { files, fileNames, directories: SURVEYED, isRoot, misspelt });
}

/** Which names are entered below a directory. */
function enteredNames({ root, clientFolders }: Walk): (name: string, directory: Place) => boolean {
  const allowsHidden = root.provider.hidden === true;
  return (name, { hidden }) => {
    if (isForeign(name)) return false;
    if (!name.startsWith(".")) return true;
    return allowsHidden && hidden !== true && clientFolders?.has(name) !== true;
  };
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
  const depth = directory.depth + 1;
  const isHidden = directory.hidden === true || name.startsWith(".");
  return isHidden ? { path, real, depth, hidden: true } : { path, real, depth };
}

/** The entries that may be skills, in code unit order, which of them are links, and the hidden directories that are not. */
function childNames(entries: readonly DirectoryEntry[], limit: number, isEntered: (name: string) => boolean) {
  const names: string[] = [];
  const linked = new Set<string>();
  const hidden: string[] = [];
  for (const { name, kind } of entries) {
    if (kind !== "directory" && kind !== "link") continue;
    if (!isEntered(name)) {
      if (kind === "directory" && !isForeign(name)) hidden.push(name);
      continue;
    }
    names.push(name);
    if (kind === "link") linked.add(name);
  }
  // Without a comparator, `sort` uses code unit order and is much faster.
  names.sort();
  return { names: names.slice(0, limit), linked, hidden, more: names.length > limit };
}

/** Two links to one file are one skill. */
function withoutCopies(found: readonly Found[]): readonly Found[] {
  if (found.every(({ path, real }) => path === real)) return found;
  const reals = new Set<string>();
  return found.filter(({ real }) => !reals.has(real) && reals.add(real));
}
