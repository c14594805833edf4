import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxLimits } from "../../script.ts";

/** Tells whether a directory has more than it may have; undefined if there is no directory. */
export function tooMuch(
  output: string | undefined,
  limits: Pick<SandboxLimits, "artifactBytes" | "artifacts">,
): (() => Promise<boolean>) | undefined {
  if (output === undefined) return undefined;
  return async () => {
    const { bytes, files } = await measureFolder(output, limits);
    return bytes > limits.artifactBytes || files > limits.artifacts;
  };
}

/** Size and number of files below a directory. Counting stops when a limit is passed. */
async function measureFolder(
  root: string,
  { artifactBytes, artifacts }: Pick<SandboxLimits, "artifactBytes" | "artifacts">,
): Promise<{ readonly bytes: number; readonly files: number }> {
  const waiting = [root];
  let bytes = 0;
  let files = 0;
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    for await (const entry of await opendir(directory)) {
      const path = join(directory, entry.name);
      files += 1;
      if (entry.isDirectory()) waiting.push(path);
      else bytes += (await lstat(path).catch(() => undefined))?.size ?? 0;
      if (files > artifacts || bytes > artifactBytes) return { bytes, files };
    }
  }
  return { bytes, files };
}
