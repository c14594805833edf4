import { mkdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ScriptJob } from "../../script.ts";

/** Smaller files are written at once: handing them to a thread takes longer than writing them. */
const SMALL = 64 * 1024;

/**
 * Writes the files of a skill into a new directory: exactly the bytes that were checked. The sandbox mounts it read-only.
 * Paths come from the gate; one that would leave the directory is refused all the same.
 */
export async function stageFiles(root: string, files: ScriptJob["files"]): Promise<void> {
  const made = new Set([root]);
  for (const { path, bytes } of files) {
    const parts = path.split("/");
    if (parts.some((part) => part === "" || part === "." || part === ".."))
      throw new Error(`invalid path: ${path}`);
    const target = join(root, ...parts);
    const directory = dirname(target);
    if (!made.has(directory)) mkdirSync(directory, { recursive: true, mode: 0o755 });
    made.add(directory);
    const options = { flag: "wx", mode: path.startsWith("scripts/") ? 0o755 : 0o644 };
    if (bytes.length <= SMALL) writeFileSync(target, bytes, options);
    else await writeFile(target, bytes, options);
  }
}
