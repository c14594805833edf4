import { randomBytes } from "node:crypto";
import { lstat, mkdir, open, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CliError } from "./io/cli-error.ts";
import { isSystemError, systemReason } from "./io/system-error.ts";

/** Writes a file that is not there yet, whole or not at all: when it fails, nothing is left, no directory either. */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const made = await missingDirectories(dirname(path));
  try {
    await mkdir(dirname(path), { recursive: true });
    await fillNewFile(path, text);
  } catch (error) {
    for (const directory of made) await rmdir(directory).catch(() => undefined);
    throw isSystemError(error) ? cannotWrite(path, error) : error;
  }
}

/** The empty file keeps the name for us, and nobody ever reads half a text from it. */
async function fillNewFile(path: string, text: string): Promise<void> {
  await (await open(path, "wx")).close();
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(temporary, text, { flag: "wx" });
    await rename(temporary, path);
  } catch (error) {
    for (const file of [temporary, path]) await rm(file, { force: true });
    throw error;
  }
}

/** The directories that have to be made, deepest first. */
async function missingDirectories(directory: string): Promise<readonly string[]> {
  const isThere = await lstat(directory).then(
    () => true,
    () => false,
  );
  if (isThere || dirname(directory) === directory) return [];
  return [directory, ...(await missingDirectories(dirname(directory)))];
}

function cannotWrite(path: string, error: NodeJS.ErrnoException): CliError {
  if (error.code === "EEXIST") return new CliError("cli.exists", `${path} is already there`);
  const hint =
    error.code === "ENOSPC" || error.code === "EDQUOT" || error.code === "EFBIG"
      ? "make room, then try again"
      : "check the permissions of this path";
  return new CliError("cli.unreadable", `${path} cannot be written: ${systemReason(error)}`, hint);
}
