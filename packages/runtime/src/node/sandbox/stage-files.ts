import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ScriptJob } from "../../script.ts";

/**
 * Writes the files of a skill into a new directory: exactly the bytes that were checked. The sandbox mounts it read-only.
 * Paths come from the gate; one that would leave the directory is refused all the same.
 */
export async function stageFiles(root: string, files: ScriptJob["files"]): Promise<void> {
  for (const { path, bytes } of files) {
    const parts = path.split("/");
    if (parts.some((part) => part === "" || part === "." || part === ".."))
      throw new Error(`invalid path: ${path}`);
    const target = join(root, ...parts);
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    await writeFile(target, bytes, { flag: "wx", mode: path.startsWith("scripts/") ? 0o755 : 0o644 });
  }
}
