import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { KnowhowError } from "@knowhow/runtime";
import { isSystemError, pathError } from "./system-error.ts";

/** So long another of us may take; it needs a few milliseconds. */
const PATIENCE_MS = 5000;
const PAUSE_MS = 20;

/** Does some work while no other process of ours does the same; a lock whose process is gone does not count. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await take(path);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    for (let waited = 0; waited <= PATIENCE_MS; waited += PAUSE_MS) {
      if (await tryTake(path)) return;
      await dropWhenLeft(path);
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  } catch (error) {
    throw pathError(error, path, "written", "set KNOWHOW_STATE_DIR to a folder that can be written");
  }
  throw new KnowhowError("mcp.install-failed", "another knowhow is changing this configuration", {
    hint: `wait for it, or remove ${path} when there is none`,
  });
}

async function tryTake(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Moved away before it is removed; when another took the place just then, what was moved is theirs and goes back. */
async function dropWhenLeft(path: string): Promise<void> {
  const owner = await readFile(path, "utf8").catch(() => "");
  if (!/^[1-9]\d*$/.test(owner) || isAlive(Number(owner))) return;
  const aside = `${path}.${process.pid}.left`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readFile(aside, "utf8").catch(() => owner);
  if (moved !== owner) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error) && error.code === "EPERM";
  }
}
