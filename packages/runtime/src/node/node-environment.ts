import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter } from "node:path";
import { joinPath, normalisePath, resolvePath } from "../paths.ts";
import type { Environment } from "../ports.ts";
import { toEnginePath } from "./node-files.ts";

export interface NodeEnvironmentOptions {
  readonly cwd?: string | undefined;
  readonly home?: string | undefined;
  readonly variables?: Environment["variables"] | undefined;
}

/** This process's machine and person; what is given replaces what the process says. */
export function nodeEnvironment(options: NodeEnvironmentOptions = {}): Environment {
  const { variables = process.env } = options;
  const here = toEnginePath(process.cwd());
  const platform = process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux";
  const memo = new Map<string, boolean>();
  return {
    platform,
    cwd: resolvePath(here, toEnginePath(options.cwd ?? here)),
    home: normalisePath(toEnginePath(options.home ?? homeOf(variables))),
    variables,
    hasBinary: (name) => {
      const known = memo.get(name);
      if (known !== undefined) return known;
      const found = isProgram(name) && candidates(name, variables, platform).some(isExecutable);
      memo.set(name, found);
      return found;
    },
    now: () => Date.now(),
  };
}

function homeOf(variables: Environment["variables"]): string {
  const named = process.platform === "win32" ? variables.USERPROFILE : variables.HOME;
  return named === undefined || named === "" ? homedir() : named;
}

/** A skill names programs, not places: a path would let it ask what lies on this disk. */
function isProgram(name: string): boolean {
  return name !== "" && !/[/\\:\0]/.test(name);
}

function candidates(
  name: string,
  variables: Environment["variables"],
  platform: Environment["platform"],
): readonly string[] {
  const path = variables.PATH ?? variables.Path ?? "";
  const folders = path.split(delimiter).filter((folder) => folder !== "");
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
