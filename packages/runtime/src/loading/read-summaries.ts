import { isFresh, isSettled } from "../discovery/freshness.ts";
import type { Found } from "../discovery/walk-root.ts";
import type { IndexedFile, Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { SkillSummary } from "../skill.ts";
import { summariseFile, unreadable } from "./summarise-file.ts";

/** A file that was found, and what it says. */
export interface ReadFile extends Found {
  readonly summary: SkillSummary;
}

/** What was read of a root, and what to remember of it; nothing new to remember when `changed` is false. */
export interface RootReading {
  readonly files: readonly ReadFile[];
  readonly index: ReadonlyMap<string, IndexedFile>;
  readonly changed: boolean;
}

/** Gives every file's summary: the remembered one where the file is unchanged, else from the file itself. */
export async function readSummaries(
  found: readonly Found[],
  remembered: ReadonlyMap<string, IndexedFile>,
  limits: WalkLimits,
  ports: Ports,
): Promise<RootReading> {
  const files: ReadFile[] = [];
  const read = new Map<string, IndexedFile>();
  for (const file of found) {
    const known = remembered.get(file.real);
    const fresh = known !== undefined && isFresh(known, file.stat) ? known : undefined;
    const entry = fresh ?? (await readOne(file, limits, ports));
    if (fresh === undefined) read.set(file.real, entry);
    const { path, directory, real, stat } = file;
    files.push({ path, directory, real, stat, summary: entry.summary });
  }
  if (read.size === 0 && remembered.size === found.length)
    return { files, index: remembered, changed: false };
  const index = new Map<string, IndexedFile>();
  for (const { real } of found) {
    const entry = read.get(real) ?? remembered.get(real);
    if (entry !== undefined) index.set(real, entry);
  }
  return { files, index, changed: true };
}

async function readOne(file: Found, limits: WalkLimits, ports: Ports): Promise<IndexedFile> {
  try {
    const read = await ports.files.readText(file.real, limits.skillBytes, file.stat);
    const { size, mtimeMs, ctimeMs, ino } = read?.stat ?? file.stat;
    return { size, mtimeMs, ctimeMs, ino, summary: await summariseFile(file.path, read, limits, ports) };
  } catch (error) {
    const { size, mtimeMs, ctimeMs, ino } = file.stat;
    const summary = unreadable(error instanceof Error ? error.message : String(error));
    return { size, mtimeMs, ctimeMs, ino, summary };
  }
}

/** Only what was really read, and had not just been changed then, is worth remembering. */
export function worthRemembering(
  index: ReadonlyMap<string, IndexedFile>,
  readAt: number,
): ReadonlyMap<string, IndexedFile> {
  return new Map([...index].filter(([, entry]) => entry.summary.version !== "" && isSettled(entry, readAt)));
}
