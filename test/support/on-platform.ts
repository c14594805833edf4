/**
 * Runs `work` as if Node ran on another system: `process.platform` names it, and Windows has no `process.getuid`.
 * Files, paths and programs stay those of the real system.
 */
export async function onPlatform<T>(platform: NodeJS.Platform, work: () => T | Promise<T>): Promise<T> {
  const restore = [replace("platform", platform)];
  if (platform === "win32") restore.push(replace("getuid", undefined));
  try {
    return await work();
  } finally {
    for (const undo of restore) undo();
  }
}

function replace(name: "platform" | "getuid", value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(process, name);
  Object.defineProperty(process, name, { configurable: true, enumerable: true, value });
  return () => {
    if (own === undefined) Reflect.deleteProperty(process, name);
    else Object.defineProperty(process, name, own);
  };
}
