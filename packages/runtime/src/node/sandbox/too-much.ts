import { lstat, opendir } from "node:fs/promises";
import type { SandboxLimits } from "../../script.ts";

/** Tells whether a directory has more than it may have. Without a directory, it has not. */
export function tooMuch(
  place: () => string | undefined,
  limits: Pick<SandboxLimits, "artifactBytes" | "artifacts">,
): () => Promise<boolean> {
  return async () => {
    const output = place();
    if (output === undefined) return false;
    const { bytes, files } = await measureFolder(output, limits);
    return bytes > limits.artifactBytes || files > limits.artifacts;
  };
}

/** Size and number of files below a directory. Counting stops when a limit is passed. */
async function measureFolder(
  root: string,
  { artifactBytes, artifacts }: Pick<SandboxLimits, "artifactBytes" | "artifacts">,
): Promise<{ readonly bytes: number; readonly files: number }> {
  const waiting = [Buffer.from(root)];
  let bytes = 0;
  let files = 0;
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    const entries = await opendir(directory, { encoding: "latin1" }).catch(isGone);
    // What cannot be measured, because its path is too long or it is locked, counts as too much.
    if (entries === false) return { bytes: Number.POSITIVE_INFINITY, files };
    if (entries === true) continue;
    for await (const entry of entries) {
      // Names are bytes, one for each character of latin1: those of a script need not be text.
      const path = Buffer.concat([directory, Buffer.from(`/${entry.name}`, "latin1")]);
      files += 1;
      if (entry.isDirectory()) waiting.push(path);
      else bytes += (await lstat(path).catch(() => undefined))?.size ?? 0;
      if (files > artifacts || bytes > artifactBytes) return { bytes, files };
    }
  }
  return { bytes, files };
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
