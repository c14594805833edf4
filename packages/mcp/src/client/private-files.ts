import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A small file of the person's own, or undefined: nobody else may be able to write it. */
export function readPrivate(path: string, maxBytes: number): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size > maxBytes) return undefined;
  const mine = process.getuid?.();
  if (mine !== undefined && (stat.uid !== mine || (stat.mode & 0o022) !== 0)) return undefined;
  return readFileSync(path, "utf8");
}

/** Writes a file that only the person can read; readers see the old one or the new one. */
export function writePrivate(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
