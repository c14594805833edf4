import { forEachInOrder } from "../basics/awaitable.ts";
import { isFresh, readAs } from "../discovery/freshness.ts";
import type { Found } from "../discovery/walk-root.ts";
import type { FileStat, IndexedFile, Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { SkillSummary } from "../skill.ts";
import { summariseFile, summariseHead, unreadable } from "./summarise-file.ts";

/** A file and its parsed summary. */
export interface ReadFile extends Found {
  readonly summary: SkillSummary;
}

/** The result of reading a root. */
export interface RootReading {
  readonly files: readonly ReadFile[];
  /** Entries that were read from the files themselves, by real path. */
  readonly read: ReadonlyMap<string, IndexedFile>;
}

/** Returns every file's summary: from the index if the file is unchanged, otherwise from the file itself. */
export async function readSummaries(
  found: readonly Found[],
  remembered: ReadonlyMap<string, IndexedFile>,
  limits: WalkLimits,
  ports: Ports,
): Promise<RootReading> {
  const files: ReadFile[] = [];
  const read = new Map<string, IndexedFile>();
  const take = (file: Found, { summary }: IndexedFile): void => {
    const { path, directory, real, realDirectory, stat } = file;
    files.push({ path, directory, real, realDirectory, stat, summary });
  };
  await forEachInOrder(found, (file) => {
    const known = remembered.get(file.real);
    if (known !== undefined && isFresh(known, file)) return take(file, known);
    return readOne(file, limits, ports).then((entry) => {
      read.set(file.real, entry);
      take(file, entry);
    });
  });
  return { files, read };
}

async function readOne(file: Found, limits: WalkLimits, ports: Ports): Promise<IndexedFile> {
  try {
    const head = await ports.files.head?.(file.real);
    if (head !== undefined) return remember(file, file.stat, await summariseHead(file, head, limits, ports));
    const read = await ports.files.readText(file.real, limits.skillBytes, file.stat);
    return remember(file, read?.stat ?? file.stat, await summariseFile(file.path, read, limits, ports));
  } catch (error) {
    const summary = unreadable(error instanceof Error ? error.message : String(error));
    return remember(file, file.stat, summary);
  }
}

function remember(file: Found, stat: FileStat, summary: SkillSummary): IndexedFile {
  const { size, mtimeMs, ctimeMs, ino } = stat;
  const names = readAs(file);
  return { size, mtimeMs, ctimeMs, ino, summary, ...(names === undefined ? {} : { readAs: names }) };
}
