import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { hostname, uptime } from "node:os";
import { basename, dirname, join } from "node:path";
import { isRecord } from "../../basics/is-record.ts";
import { KnowhowError } from "../../errors.ts";
import { codeOf } from "../files/file-stat.ts";
import { type Disk, NO_HARD_LINKS, nodeDisk, OPEN } from "./disk.ts";
import { makePrivateFolder } from "./private-folder.ts";
import { currentOwner, livenessOf } from "./process-owner.ts";
import { readPrivateFile } from "./read-file.ts";
import { removeLeftovers, temporaryPath } from "./temporary-files.ts";
import { explainWrites } from "./write-error.ts";

/** Options of a lock. */
export interface LockOptions {
  /** Milliseconds until `state.locked` is thrown. Default 5,000. */
  readonly waitMs?: number;
  /** Ends the wait with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly disk?: Disk;
}

/** Maximum pause between two attempts. */
const MAX_PAUSE_MS = 20;

/** Suffix of the lock that guards the removal of another lock. */
const TAKEOVER = ".takeover";

/** A lock that cannot be removed blocks others until its process ends, so removal is retried. */
const RELEASE_ATTEMPTS = 3;

/** A lock's file has a few hundred bytes. */
const MAX_BYTES = 4096;

/** Maximum nesting of takeovers: each level is a process that was killed while removing the lock of the one before. */
const MAX_TAKEOVERS = 8;

/**
 * Runs `work` while no other process, and nothing else in this one, holds the lock at this path. The lock of a killed
 * process is removed, that of a running one never is. Throws `state.locked` with the holder after the timeout.
 */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  { waitMs = 5_000, signal, disk = nodeDisk }: LockOptions = {},
): Promise<T> {
  signal?.throwIfAborted();
  const wait = { until: monotonicMs() + waitMs, signal, disk, takeovers: 0 };
  await explainWrites(path, () => prepare(path, wait));
  return holding(path, work, wait);
}

/** Whether a process that may still be running holds the lock at this path. */
export async function isHeld(path: string, disk: Disk = nodeDisk): Promise<boolean> {
  const holder = await readHolder(path, disk);
  return holder !== undefined && !holder.isGone;
}

interface Wait {
  /** End of the wait, by the monotonic clock. */
  readonly until: number;
  readonly signal: AbortSignal | undefined;
  readonly disk: Disk;
  /** Number of takeovers around this one. */
  readonly takeovers: number;
}

/** Creates the folder, and removes what killed processes left there. */
async function prepare(path: string, wait: Wait): Promise<void> {
  const { disk } = wait;
  await makePrivateFolder(dirname(path), disk);
  for (const name of await removeLeftovers(dirname(path), disk)) {
    if (name.startsWith(`${basename(path)}${TAKEOVER}`))
      await removeWhenDead(join(dirname(path), name), wait);
  }
}

async function holding<T>(path: string, work: () => Promise<T>, wait: Wait): Promise<T> {
  const claim = await explainWrites(path, () => take(path, wait));
  try {
    return await work();
  } finally {
    await release(path, claim, wait.disk);
  }
}

/** The lock is created as a hard link to a complete file, so it always names its holder. */
async function take(path: string, wait: Wait): Promise<Claim> {
  const { disk } = wait;
  const temporary = temporaryPath(dirname(path));
  try {
    const claimed = await writeClaim(temporary, disk);
    for (let ms = 1; ; ms = Math.min(ms * 2, MAX_PAUSE_MS)) {
      const taken = await tryTake(temporary, claimed, path, disk);
      if (taken !== undefined) return taken;
      await waitForHolder(path, ms, wait);
    }
  } finally {
    await disk.unlink(temporary).catch(() => undefined);
  }
}

async function tryTake(
  temporary: string,
  claimed: Claim,
  path: string,
  disk: Disk,
): Promise<Claim | undefined> {
  try {
    await disk.link(temporary, path);
    return claimed;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return undefined;
    if (!NO_HARD_LINKS.has(codeOf(error))) throw error;
  }
  try {
    // A process killed at this point leaves a lock without a holder, which is valid until the next restart.
    return await writeClaim(path, disk);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return undefined;
    throw error;
  }
}

/** Identifies our lock's file. A file system may reuse the inode of a removed file, but not its time. */
type Claim = Pick<Stats, "ino" | "mtimeMs">;

async function writeClaim(path: string, disk: Disk): Promise<Claim> {
  const token = randomBytes(16).toString("hex");
  const since = new Date().toISOString();
  const file = await disk.open(path, OPEN.create, 0o600);
  try {
    const holder = { owner: currentOwner(), token, pid: process.pid, host: hostname(), since };
    await file.writeFile(`${JSON.stringify(holder)}\n`);
    return await file.stat();
  } finally {
    await file.close();
  }
}

async function waitForHolder(path: string, ms: number, wait: Wait): Promise<void> {
  wait.signal?.throwIfAborted();
  const holder = await readHolder(path, wait.disk);
  if (holder === undefined) return;
  if (holder.isGone && wait.takeovers < MAX_TAKEOVERS) return removeDead(path, holder, wait);
  const left = wait.until - monotonicMs();
  if (left <= 0) throw locked(path, holder);
  const { setTimeout: pause } = await import("node:timers/promises");
  await pause(Math.min(ms, left), undefined, wait.signal === undefined ? {} : { signal: wait.signal }).catch(
    (error) => {
      wait.signal?.throwIfAborted();
      throw error;
    },
  );
}

/**
 * A stale lock is removed only while holding a second lock, after checking again. So it cannot change between check and
 * removal, and the lock of the next owner is never removed. A process killed meanwhile leaves a stale lock of its own.
 */
async function removeDead(path: string, dead: Holder, wait: Wait): Promise<void> {
  const { disk } = wait;
  const remove = async () => {
    const now = await readHolder(path, disk);
    if (now?.isGone === true && now.id === dead.id) await disk.unlink(path);
  };
  await holding(`${path}${TAKEOVER}`, remove, { ...wait, takeovers: wait.takeovers + 1 });
}

/** Removes the takeover lock of a process that was killed right after it had removed a stale lock. */
async function removeWhenDead(path: string, wait: Wait): Promise<void> {
  const holder = await readHolder(path, wait.disk);
  if (holder?.isGone === true) await removeDead(path, holder, wait);
}

/**
 * Never throws, because the work is done: a lock that cannot be removed is reported to the next process that waits for
 * it. A lock that was removed by hand may belong to another process by now, and is left in place.
 */
async function release(path: string, claim: Claim, disk: Disk): Promise<void> {
  for (let attempt = 0; attempt < RELEASE_ATTEMPTS; attempt += 1) {
    try {
      const { ino, mtimeMs } = await disk.lstat(path);
      if (ino === claim.ino && mtimeMs === claim.mtimeMs) await disk.unlink(path);
      return;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return;
    }
  }
}

interface Holder {
  /** The token of this holding of the lock, or the whole content of a file that is not a lock. */
  readonly id: string;
  readonly isGone: boolean;
  /** For the message. */
  readonly who: string;
}

async function readHolder(path: string, disk: Disk): Promise<Holder | undefined> {
  const read = await readPrivateFile(path, MAX_BYTES, disk);
  if (read.bytes === undefined)
    return read.problem === undefined ? undefined : { id: "", isGone: false, who: "an unknown process" };
  const text = new TextDecoder().decode(read.bytes);
  const holder = parseHolder(text);
  if (holder !== undefined) return holder;
  return { id: text, isGone: await isFromBeforeBoot(path, disk), who: "an unknown process" };
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return undefined;
    const { owner, token, pid, host, since } = value;
    if (typeof owner !== "string" || typeof token !== "string") return undefined;
    const who = `process ${String(pid)} on ${String(host)} since ${String(since)}`;
    return { id: token, isGone: livenessOf(owner) === "gone", who };
  } catch {
    return undefined;
  }
}

/** A power failure can leave a lock without content; its holder did not survive the restart. */
async function isFromBeforeBoot(path: string, disk: Disk): Promise<boolean> {
  const stats = await disk.lstat(path).catch(() => undefined);
  return stats !== undefined && stats.mtimeMs < Date.now() - uptime() * 1000;
}

function locked(path: string, { who }: Holder): KnowhowError {
  return new KnowhowError("state.locked", `the lock ${path} is held by ${who}`, {
    hint: `wait for that process to finish, or remove ${path} if that process is no longer running`,
  });
}

/** Unlike `performance.now()`, it does not load another part of Node. */
function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
