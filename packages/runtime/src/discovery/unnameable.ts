import { baseName } from "../paths.ts";
import type { FileSystem } from "../ports.ts";

/** True when an entry was listed under a name that leads nowhere, because its bytes are not valid UTF-8. */
export async function isUnnameable(path: string, files: Pick<FileSystem, "stat">): Promise<boolean> {
  return baseName(path).includes("\ufffd") && (await files.stat(path)) === undefined;
}
