import { writeFileAtomic } from "@knowhow/runtime/state";
import { CliError } from "./io/cli-error.ts";
import { isSystemError, systemReason } from "./io/system-error.ts";

/** Creates a file atomically; throws if it exists. If it fails, nothing is left, not even a directory. */
export async function writeNewFile(path: string, text: string): Promise<void> {
  try {
    await writeFileAtomic(path, text, { exclusive: true, makeFolders: true });
  } catch (error) {
    throw isSystemError(error) ? cannotWrite(path, error) : error;
  }
}

/** Replaces a file atomically, and keeps its mode. */
export async function replaceFile(path: string, text: string): Promise<void> {
  try {
    await writeFileAtomic(path, text, { keep: true });
  } catch (error) {
    throw isSystemError(error) ? cannotWrite(path, error) : error;
  }
}

function cannotWrite(path: string, error: NodeJS.ErrnoException): CliError {
  if (error.code === "EEXIST") return new CliError("cli.exists", `${path} is already there`);
  const hint =
    error.code === "ENOSPC" || error.code === "EDQUOT" || error.code === "EFBIG"
      ? "free some disk space, then try again"
      : "check the permissions of this path";
  return new CliError("cli.unreadable", `${path} cannot be written: ${systemReason(error)}`, hint);
}
