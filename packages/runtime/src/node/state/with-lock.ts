import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { hostname, uptime } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isRecord } from "../../basics/is-record.ts";
import { KnowhowError } from "../../errors.ts";
import { codeOf } from "../files/file-stat.ts";
import { type Disk, NO_HARD_LINKS, nodeDisk, OPEN } from "./disk.ts";
import { makePrivateFolder } from "./private-folder.ts";
import { currentOwner, livenessOf } from "./process-owner.ts";
import { readPrivateFile } from "./read-file.ts";
import { removeLeftovers, temporaryPath } from "./temporary-files.ts";

/** How long to wait for a lock. */
export interface LockOptions {
  /** Milliseconds until `state.locked` is thrown. Default 5,000. */
  readonly waitMs?: number;
  /** Ends the wait with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly disk?: Disk;
}

/** Longer pauses between two attempts save nothing. */
const MAX_PAUSE_MS = 20;

/** What the name of a lock is followed by in the name of the lock that guards its removal. */
const TAKEOVER = ".takeover";

/** A lock that cannot be removed counts until its process ends, so a disk that hiccups is asked again. */
const RELEASE_ATTEMPTS = 3;

/** A lock's file is a few hundred bytes. */
const MAX_BYTES = 4096;

/** How deep takeovers nest: as many processes were killed, each while it removed the lock of the one before. */
const MAX_TAKEOVERS = 8;

/**
 * Does some work while no other process, and nothing else in this one, holds the lock at this path. The lock of a process
 * that was killed is removed; that of a running one never is. Throws `state.locked` with the holder when the wait is over.
 */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  { waitMs = 5_000, signal, disk = nodeDisk }: LockOptions = {},
): Promise<T> {
  signal?.throwIfAborted();
  await makePrivateFolder(dirname(path), disk);
  const wait = { until: performance.now() + waitMs, signal, disk, takeovers: 0 };
  for (const name of await removeLeftovers(dirname(path), disk)) {
    if (name.startsWith(`${basename(path)}${TAKEOVER}`))
      await removeWhenDead(join(dirname(path), name), wait);
  }
  return holding(path, work, wait);
}

interface Wait {
  /** When the wait is over, by the monotonic clock. */
  readonly until: number;
  readonly signal: AbortSignal | undefined;
  readonly disk: Disk;
  /** How many locks are being taken over around this one. */
  readonly takeovers: number;
}

async function holding<T>(path: string, work: () => Promise<T>, wait: Wait): Promise<T> {
  const claim = await take(path, wait);
  try {
    return await work();
  } finally {
    await release(path, claim, wait.disk);
  }
}

/** The lock appears as a second name of a finished file, so it always says who holds it. */
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
    // Killed in the middle of this, a process leaves a lock without a holder, and that counts until the next restart.
    return await writeClaim(path, disk);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return undefined;
    throw error;
  }
}

/** Which file our lock is. A file system gives the number of a removed file to the next one, but not its time. */
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
  const left = wait.until - performance.now();
  if (left <= 0) throw locked(path, holder);
  await pause(Math.min(ms, left), undefined, wait.signal === undefined ? {} : { signal: wait.signal }).catch(
    (error) => {
      wait.signal?.throwIfAborted();
      throw error;
    },
  );
}

/**
 * A dead lock is removed only while holding a second lock, after a second look. So it cannot change between the look and
 * the removal, and the lock of the next owner is never removed. A process killed meanwhile leaves a dead lock of its own.
 */
async function removeDead(path: string, dead: Holder, wait: Wait): Promise<void> {
  const { disk } = wait;
  const remove = async () => {
    const now = await readHolder(path, disk);
    if (now?.isGone === true && now.id === dead.id) await disk.unlink(path);
  };
  await holding(`${path}${TAKEOVER}`, remove, { ...wait, takeovers: wait.takeovers + 1 });
}

/** What was left by a process that was killed just after it had removed a dead lock. */
async function removeWhenDead(path: string, wait: Wait): Promise<void> {
  const holder = await readHolder(path, wait.disk);
  if (holder?.isGone === true) await removeDead(path, holder, wait);
}

/**
 * Never throws, because the work is done: a lock that cannot be removed is reported to the next process that waits for it.
 * A lock that was removed by hand may belong to another process by now, and then stays.
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
  /** The token of one holding of the lock, or the whole content of a file that is not a lock. */
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
  return { id: text, isGone: await isFromBefore(path, disk), who: "an unknown process" };
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

/** A power failure can leave a lock without its content; whoever held it did not survive the restart. */
async function isFromBefore(path: string, disk: Disk): Promise<boolean> {
  const stats = await disk.lstat(path).catch(() => undefined);
  return stats !== undefined && stats.mtimeMs < Date.now() - uptime() * 1000;
}

function locked(path: string, { who }: Holder): KnowhowError {
  return new KnowhowError("state.locked", `the lock ${path} is held by ${who}`, {
    hint: `wait for that process to finish, or remove ${path} if that process is no longer running`,
  });
}
