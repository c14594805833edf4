import type { McpScope } from "./config-places.ts";

/** How this program was started. */
export interface Program {
  /** The whole path of Node. */
  readonly node: string;
  /** The whole path of our own program file, without links. */
  readonly script: string;
}

/**
 * The words that start the server from a client's configuration.
 * Whole paths, because a client with windows knows no PATH of a shell; but through npx where a path would not last:
 * for a copy in npx's cache, and for a project's file, which other people read on other machines.
 */
export function serverCommand(
  program: Program,
  { scope, platform, args }: { scope: McpScope; platform: string; args: readonly string[] },
): readonly string[] {
  const script = program.script.replaceAll("\\", "/");
  const isInstalled = /\/node_modules\/knowhow\//.test(script);
  const isPassing = /\/_npx\//.test(script);
  if (!isPassing && !(isInstalled && scope === "project"))
    return [program.node, program.script, "mcp", ...args];
  // Windows starts no script without a shell, and npx is one there.
  const shell = platform === "win32" ? ["cmd", "/c"] : [];
  return [...shell, "npx", "-y", "knowhow", "mcp", ...args];
}

/** True for a command line that starts our server, as we write it or as a person would. */
export function startsKnowhow(words: readonly string[]): boolean {
  const at = words.findIndex((word) =>
    /^(?:.*[\\/])?knowhow(?:\.js|\.cmd|\.exe)?$|^knowhow@[\w.^~-]+$/.test(word),
  );
  return at >= 0 && words.slice(at + 1).includes("mcp");
}
