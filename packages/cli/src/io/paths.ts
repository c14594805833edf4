import { resolve, sep } from "node:path";

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
