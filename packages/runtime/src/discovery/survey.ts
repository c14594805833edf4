import { joinPath } from "../basics/paths.ts";
import { compareText } from "../basics/words.ts";
import type { UnseenFiles, UnseenReason } from "../library.ts";
import type { DirectoryEntry, FileSystem } from "../ports.ts";

/** A directory that a walk did not enter, and why. */
export interface SkippedDirectory {
  /** Path as it was reached. */
  readonly path: string;
  readonly real: string;
  readonly reason: UnseenReason;
}

export interface SurveyOptions {
  readonly files: Pick<FileSystem, "list">;
  /** Accepted file names. */
  readonly fileNames: readonly string[];
  /** Maximum number of directories to list. */
  readonly directories: number;
  /** True for a directory that is searched as a root of its own. */
  readonly isRoot?: (path: string) => boolean;
  /** Misspelt files that the walk itself found. */
  readonly misspelt?: readonly string[];
}

/** Number of paths that are kept per reason. */
const KEPT_PATHS = 1_000;

/** A skill deeper than this below a skipped directory is not worth searching for. */
const MAX_DEPTH = 8;

/** Directories that never contain skills of their own. */
const FOREIGN: ReadonlySet<string> = new Set([".git", ".hg", ".svn", ".jj", "node_modules"]);

/** A skill that is being replaced, as `node/state/replace-folder.ts` names it. */
const REPLACED = /^\.knowhow-.*\.(?:new|old)$/;

/** True for the directory of a version control system or package manager, and for half of a write. */
export function isForeign(name: string): boolean {
  return FOREIGN.has(name) || REPLACED.test(name);
}

/** The entry that was meant to be a SKILL.md, such as `Skill.md`. */
export function misspeltIn(
  entries: readonly DirectoryEntry[],
  fileNames: readonly string[],
): string | undefined {
  return entries.find(
    ({ name, kind }) =>
      kind === "file" && /^skill\.(?:md|markdown)$/i.test(name) && !fileNames.includes(name),
  )?.name;
}

/** Counts the SKILL.md files in directories that a walk did not enter. Bounded, and links are not followed. */
export async function surveySkipped(
  skipped: readonly SkippedDirectory[],
  { files, fileNames, directories, isRoot = () => false, misspelt = [] }: SurveyOptions,
): Promise<readonly UnseenFiles[]> {
  const found: UnseenFile[] = misspelt.map((path) => ({ path, reason: "misspelt" }));
  let queue = skipped;
  let listed = 0;
  let isComplete = true;
  for (let depth = 0; depth <= MAX_DEPTH && queue.length > 0; depth += 1) {
    const next: SkippedDirectory[] = [];
    for (const directory of queue) {
      if (isRoot(directory.path)) continue;
      if (listed >= directories) {
        isComplete = false;
        break;
      }
      listed += 1;
      const entries = await listOf(directory.real, files);
      // The file of the skill that a nested one is in.
      const isOuter = directory.reason === "nested" && depth === 0;
      const file = isOuter ? undefined : skillFileIn(entries, fileNames);
      // The walk looked into this directory itself, so that its depth is not the reason.
      const reason = directory.reason === "deep" && depth === 0 ? "misspelt" : directory.reason;
      if (file !== undefined) found.push({ path: joinPath(directory.path, file), reason });
      else next.push(...below(directory, entries));
    }
    queue = next;
  }
  return gather(found, isComplete);
}

function skillFileIn(entries: readonly DirectoryEntry[], fileNames: readonly string[]): string | undefined {
  return (
    fileNames.find((name) => entries.some((entry) => entry.name === name && entry.kind === "file")) ??
    misspeltIn(entries, fileNames)
  );
}

function below({ path, real, reason }: SkippedDirectory, entries: readonly DirectoryEntry[]) {
  return entries
    .filter(({ name, kind }) => kind === "directory" && !isForeign(name))
    .map(({ name }) => ({ path: joinPath(path, name), real: joinPath(real, name), reason }));
}

async function listOf(path: string, files: SurveyOptions["files"]): Promise<readonly DirectoryEntry[]> {
  try {
    return (await files.list(path)) ?? [];
  } catch {
    return [];
  }
}

const REASONS: readonly UnseenReason[] = ["hidden", "deep", "nested", "misspelt"];

interface UnseenFile {
  readonly path: string;
  readonly reason: UnseenReason;
}

/** Groups files by reason, each with its paths in order. */
function gather(found: readonly UnseenFile[], isComplete: boolean): readonly UnseenFiles[] {
  return REASONS.flatMap((reason) => {
    const paths = found.flatMap((file) => (file.reason === reason ? [file.path] : [])).sort(compareText);
    if (paths.length === 0) return [];
    const more = isComplete ? {} : { more: true };
    return [{ reason, count: paths.length, ...more, paths: paths.slice(0, KEPT_PATHS) }];
  });
}
