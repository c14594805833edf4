import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reply } from "./wires/wire.ts";

/** An agent program, and how to run it without an account against a model on loopback. */
export interface ClientProgram {
  /** Id for `knowhow mcp install`. */
  readonly id: string;
  /** The name that it reports to MCP servers. */
  readonly name: string;
  readonly version: string;
  /** The command and its first arguments; undefined if its package has no program for this platform. */
  readonly command: readonly string[] | undefined;
  /** Its files before knowhow is added to them, by path below the home directory. */
  settings(port: number): Readonly<Record<string, string>>;
  environment(port: number): Readonly<Record<string, string>>;
  /** The arguments that make it work on one prompt and exit. */
  prompt(text: string): readonly string[];
  /** What its model calls a tool of our server. */
  tool(name: string): string;
  /** A first call that takes a while, for a client whose first request does not wait for its servers. */
  readonly settle?: Reply;
  /** How its model searches for tools that the client defers; undefined if it defers none. */
  readonly findTools?: (query: string) => Reply;
  /** Which of the skills `of-agents` and `of-claude` in the user's folders it lists itself. */
  readonly lists: readonly string[];
}

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));

/** The version of a package that is installed here; undefined if it is not. */
export function installedVersion(id: string): string | undefined {
  const path = join(modules, id, "package.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).version : undefined;
}

/** A program in a package for this platform, such as `opencode-linux-x64`. */
export function platformProgram(id: string, path: string): readonly string[] | undefined {
  const program = join(modules, `${id}-${process.platform}-${process.arch}`, path);
  return existsSync(program) ? [program] : undefined;
}

/** A program that Node runs. */
export function nodeProgram(id: string, path: string): readonly string[] | undefined {
  const program = join(modules, id, path);
  return existsSync(program) ? [process.execPath, program] : undefined;
}

/** A program that Node runs, if the package that it needs for this platform is installed next to it. */
export function nodeProgramFor(id: string, path: string): readonly string[] | undefined {
  const program = nodeProgram(id, path);
  if (program === undefined) return undefined;
  const found = createRequire(join(modules, id, "package.json"));
  try {
    dirname(found.resolve(`${id}-${process.platform}-${process.arch}/package.json`));
    return program;
  } catch {
    return undefined;
  }
}
