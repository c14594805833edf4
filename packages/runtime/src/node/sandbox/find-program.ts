import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Where systems keep their programs; looked at first, so that a directory of the user does not replace them. */
const SYSTEM = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/** The path of a program: among the system's own first, then in the absolute directories of PATH. */
export async function findProgram(
  name: string,
  path: string = process.env.PATH ?? "",
): Promise<string | undefined> {
  if (name.includes("/")) return undefined;
  const others = path.split(delimiter).filter((directory) => isAbsolute(directory));
  for (const directory of new Set([...SYSTEM, ...others])) {
    const candidate = join(directory, name);
    if (isExecutable(candidate)) return candidate;
  }
  return undefined;
}

/** Without a promise, because a search asks for many paths. */
function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
