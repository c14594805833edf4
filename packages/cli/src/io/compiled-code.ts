import { mkdirSync } from "node:fs";
import type { Environment } from "@knowhow/runtime";
import { knowhowDirectories, nodeEnvironment } from "@knowhow/runtime/node";
import { cacheFolder } from "@knowhow/runtime/state";

/** Lets Node keep the compiled code of what is loaded from now on. Versions before 22.1 cannot. */
export function keepCompiledCode(): void {
  const node = process.getBuiltinModule("node:module");
  if (!("enableCompileCache" in node) || typeof node.enableCompileCache !== "function") return;
  const folder = codeFolder(nodeEnvironment({ cwd: "/" }));
  if (folder !== undefined) node.enableCompileCache(folder);
}

/**
 * Creates the folder for compiled code in the user's cache. Undefined if it cannot be created, or if others could write to
 * it: Node runs what is in it.
 */
export function codeFolder(environment: Environment): string | undefined {
  const { cache } = knowhowDirectories(environment);
  const folder = `${cache}/code`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return undefined;
  }
  return cacheFolder(folder, cache)() ? folder : undefined;
}
