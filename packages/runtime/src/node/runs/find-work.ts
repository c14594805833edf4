import { canContinue, demandOf, hasEnded, isStuck } from "../../execution/engine/run-state.ts";
import type { RunCandidate } from "../../execution/engine/work-loop.ts";
import { codeOf } from "../files/file-stat.ts";
import type { Disk } from "../state/disk.ts";
import { explainFile } from "../state/private-folder.ts";
import type { StoredRun } from "./run-file.ts";
import { damageOf, type RunFolder } from "./run-folder.ts";

/** A run that another process works with is tried in every fourth look, in case that process was killed. */
const LOCKED_EVERY = 4;

/** Number of looks after which also runs that are over are looked at: one may have been replaced by a new one. */
const ALL_EVERY = 240;

/** A folder that was changed this recently may change again without a new time of its last change. */
const RECENT_MS = 3_000;

/** How long a run is left to the caller who started or answered it, and is probably about to execute it. */
const RESERVED_MS = 1_000;

/** What was seen of a run. */
interface Seen {
  /** Changes with what the journal says. */
  readonly mark: string;
  /** Time of the last change of the journal. */
  readonly changed: number;
  /** Undefined if it cannot be read, or is over. */
  readonly run: StoredRun | undefined;
  /** True if it is not for this worker, and will not be: it has ended, or belongs to another application. */
  readonly isOver: boolean;
}

/** Where to look for runs. */
export interface WorkPlace {
  readonly path: string;
  readonly folder: RunFolder;
  readonly application: string;
  readonly now: () => number;
  readonly disk: Disk;
}

/**
 * Returns a function that finds the runs of an application that can continue, oldest first. It reads a run only if its
 * journal changed, and looks for new ones only if the folder did.
 */
export function workFinder({
  path,
  folder,
  application,
  now,
  disk,
}: WorkPlace): () => Promise<readonly RunCandidate[]> {
  const seen = new Map<string, Seen>();
  let live: readonly string[] = [];
  let changed: number | undefined;
  let looks = 0;

  /** Time of the last change of the folder; undefined if there is none. */
  const changeOf = (): Promise<number | undefined> =>
    disk.stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      (error) => {
        return codeOf(error) === "ENOENT" ? undefined : explainFile(error, path, disk);
      },
    );

  const listAgain = async (isAll: boolean): Promise<void> => {
    const ids = [...(await folder.ids())].reverse();
    const there = new Set(ids);
    for (const id of seen.keys()) if (!there.has(id)) seen.delete(id);
    live = isAll ? ids : ids.filter((id) => seen.get(id)?.isOver !== true);
  };

  const lookAt = async (id: string): Promise<Seen | undefined> => {
    const stats = await disk.stat(folder.pathOf(id, "journal.jsonl")).catch(() => undefined);
    if (stats === undefined) return undefined;
    const mark = [stats.ino, stats.size, stats.mtimeMs, folder.sparedOf(id)].join(":");
    const last = seen.get(id);
    if (last?.mark === mark) return last;
    const run = await folder.read(id).catch((error) => void damageOf(id, error));
    const isOver = run !== undefined && (hasEnded(run.state) || run.start.application !== application);
    const found = { mark, changed: stats.mtimeMs, run: isOver ? undefined : run, isOver };
    seen.set(id, found);
    return found;
  };

  const canBegin = ({ state, isReserved }: StoredRun, changedAt: number): boolean =>
    canContinue(state, now()) &&
    !isStuck(state, false) &&
    !(isReserved && Math.abs(Date.now() - changedAt) < RESERVED_MS);

  const isFree = async (id: string): Promise<boolean> => {
    if (looks % LOCKED_EVERY === 1) return true;
    return (await disk.lstat(folder.pathOf(id, "lock")).catch(() => undefined)) === undefined;
  };

  return async () => {
    looks += 1;
    const isAll = looks % ALL_EVERY === 0;
    const change = await changeOf();
    if (change === undefined) return [];
    if (isAll || change !== changed || Date.now() - change < RECENT_MS) await listAgain(isAll);
    changed = change;
    const candidates: RunCandidate[] = [];
    const left: string[] = [];
    for (const id of live) {
      const found = await lookAt(id);
      if (found?.isOver === true) continue;
      left.push(id);
      if (found?.run === undefined || !canBegin(found.run, found.changed)) continue;
      if (await isFree(id)) candidates.push({ id, demand: demandOf(found.run.start) });
    }
    live = left;
    return candidates;
  };
}
