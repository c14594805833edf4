import type { McpScope } from "./config-places.ts";

/** How this program was started. */
export interface Program {
  /** Absolute path of Node. */
  readonly node: string;
  /** Real path of our program. */
  readonly script: string;
}

/**
 * The command that starts the server from a client's configuration. Absolute paths, because a graphical client does not
 * have the PATH of a shell; but `npx` if a path would not last: for a copy in the cache of npx, and for a project's
 * file, which is used on other machines.
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
  // Windows cannot start a script without a shell, and npx is one there.
  const shell = platform === "win32" ? ["cmd", "/c"] : [];
  return [...shell, "npx", "-y", "knowhow", "mcp", ...args];
}

/** True for a command line that starts our server, as we or a user would write it. */
export function startsKnowhow(words: readonly string[]): boolean {
  const at = words.findIndex((word) =>
    /^(?:.*[\\/])?knowhow(?:\.js|\.cmd|\.exe)?$|^knowhow@[\w.^~-]+$/.test(word),
  );
  return at >= 0 && words.slice(at + 1).includes("mcp");
}
