import { randomUUID } from "node:crypto";
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolutePath, joinPath, normalisePath, resolvePath } from "../basics/paths.ts";
import type { Environment } from "../ports.ts";
import { toEnginePath } from "./files/node-files.ts";

/** Home of a user who has none: a path below which nothing can exist. */
const NO_HOME = "/dev/null";

export interface NodeEnvironmentOptions {
  readonly cwd?: string | undefined;
  readonly home?: string | undefined;
  readonly variables?: Environment["variables"] | undefined;
}

/** The environment of this process. The options override its values. */
export function nodeEnvironment(options: NodeEnvironmentOptions = {}): Environment {
  const { variables = process.env } = options;
  const platform = process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux";
  const memo = new Map<string, boolean>();
  return {
    platform,
    cwd: absolutePath(options.cwd),
    home: normalisePath(toEnginePath(options.home ?? homeOf(variables))),
    ...(process.getuid === undefined ? {} : { uid: process.getuid() }),
    variables,
    hasBinary: (name) => {
      const known = memo.get(name);
      if (known !== undefined) return known;
      const found = isProgram(name) && candidates(name, variables, platform).some(isExecutable);
      memo.set(name, found);
      return found;
    },
    now: () => Date.now(),
    // Node loads the Web Crypto API on first use, which takes longer than a short run has.
    uuid: () => randomUUID(),
  };
}

/** `process.cwd()` is called only if necessary, because the directory may have been removed. */
function absolutePath(written: string | undefined): string {
  const path = written === undefined ? undefined : toEnginePath(written);
  if (path !== undefined && isAbsolutePath(path)) return normalisePath(path);
  return resolvePath(toEnginePath(process.cwd()), path ?? ".");
}

function homeOf(variables: Environment["variables"]): string {
  const named = process.platform === "win32" ? variables.USERPROFILE : variables.HOME;
  if (named !== undefined && named !== "") return named;
  try {
    return homedir() || NO_HOME;
  } catch {
    return NO_HOME;
  }
}

/** A skill may only name programs: with a path it could test which files exist. */
function isProgram(name: string): boolean {
  return name !== "" && !/[/\\:\0]/.test(name);
}

function candidates(
  name: string,
  variables: Environment["variables"],
  platform: Environment["platform"],
): readonly string[] {
  const path = variables.PATH ?? variables.Path ?? "";
  const folders = path.split(platform === "win32" ? ";" : ":").filter((folder) => folder !== "");
  const endings =
    platform === "win32" ? ["", ...(variables.PATHEXT ?? ".EXE;.CMD;.BAT;.COM").split(";")] : [""];
  return folders.flatMap((folder) => endings.map((ending) => joinPath(toEnginePath(folder), name + ending)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
