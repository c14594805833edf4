import { resolve, sep } from "node:path";

/** A path with "/" as separator, as the engine writes paths on every system. */
export function enginePath(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}

/** True if a path is a directory itself or inside it; `directory` is absolute. */
export function isInside(path: string, directory: string): boolean {
  const whole = resolve(path);
  return whole === directory || whole.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}
