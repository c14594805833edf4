import { resolve, sep } from "node:path";
import { CliError } from "./cli-error.ts";

/** A path as the engine writes it on every system: "/" as separator, and the letter of a drive in upper case. */
export function enginePath(path: string): string {
  if (process.platform !== "win32") return path;
  return path.replaceAll("\\", "/").replace(/^[a-z]:(?=\/|$)/, (drive) => drive.toUpperCase());
}

/** True if a path is a directory itself or inside it; `directory` is absolute. */
export function isInside(path: string, directory: string): boolean {
  const whole = resolve(path);
  return whole === directory || whole.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}

/** The error for a path on the command line that does not exist. A word without a separator may be the name of a skill. */
export function noSuchPath(written: string): CliError {
  const hint = /^[^\\/.~][^\\/]*$/.test(written)
    ? `a path is expected here; \`knowhow show ${written}\` prints the path of a skill of this name`
    : undefined;
  return new CliError(
    "cli.not-found",
    `no such file or directory: ${written}`,
    hint === undefined ? {} : { hint },
  );
}
