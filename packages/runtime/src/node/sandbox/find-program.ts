import { constants } from "node:fs";
import { access } from "node:fs/promises";
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
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  return undefined;
}
