import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Environment } from "@knowhow/runtime";
import type { ClientProgram } from "@knowhow/runtime/toolkit";

/** A program that is on this machine. It is never started. */
export interface FoundProgram {
  /** Without links. */
  readonly path: string;
  /** As its package or the folder of its release says; null if neither does. */
  readonly version: string | null;
}

/** Folders in the user's home where clients install themselves, also if PATH does not name them. */
const OWN_FOLDERS = [".local/bin", ".opencode/bin", ".claude/local", "bin"];

/** Looks for a program in the folders of PATH, and reads its version from files. */
export function findProgram(
  { commands, packages }: ClientProgram,
  { home, variables, platform }: Environment,
): FoundProgram | undefined {
  const isWindows = platform === "win32";
  const searched = (variables.PATH ?? variables.Path ?? "").split(isWindows ? ";" : ":");
  const folders = [
    ...searched.filter((folder) => folder !== ""),
    ...OWN_FOLDERS.map((own) => join(home, own)),
  ];
  const endings = isWindows ? [".exe", ".cmd"] : [""];
  for (const folder of folders)
    for (const command of commands)
      for (const ending of endings) {
        const path = realFile(join(folder, `${command}${ending}`));
        if (path !== undefined) return { path, version: versionOf(path, { folder, commands, packages }) };
      }
  return undefined;
}

function realFile(path: string): string | undefined {
  // Most places are empty, and an error costs more than the question.
  if (!existsSync(path)) return undefined;
  try {
    const real = realpathSync.native(path);
    return statSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** More folders above a program are not searched for its package. */
const MAX_PARENTS = 8;

function versionOf(path: string, where: ClientProgram & { readonly folder: string }): string | null {
  const { folder, packages } = where;
  // npm on Windows puts a script for the shell next to the packages.
  const beside = packages.map((name) => join(folder, "node_modules", name));
  const above: string[] = [];
  for (let at = dirname(path); above.length < MAX_PARENTS && dirname(at) !== at; at = dirname(at))
    above.push(at);
  for (const directory of [...beside, ...above])
    for (const file of ["package.json", "resources/app/package.json"]) {
      const version = packageVersion(join(directory, file), packages);
      if (version !== undefined) return version;
    }
  return versionInPath(path, where.commands);
}

function packageVersion(file: string, packages: readonly string[]): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const { name, version }: { name?: unknown; version?: unknown } = Object(
      JSON.parse(readFileSync(file, "utf8")),
    );
    return typeof name === "string" && packages.includes(name) && typeof version === "string"
      ? version
      : undefined;
  } catch {
    return undefined;
  }
}

const RELEASE = /^v?(\d+\.\d+\.\d+(?:[-+][\w.+-]*)?)$/;

/** `…/claude/versions/2.1.326`, `…/Cellar/codex/0.169.0/bin/codex`: a folder of the program, and a release in it. */
function versionInPath(path: string, commands: readonly string[]): string | null {
  const parts = path.split(/[\\/]/);
  const isOwn = (part: string | undefined) =>
    commands.some((command) => part === command || part?.startsWith(`${command}-`) === true);
  for (const [index, part] of parts.entries()) {
    const release = RELEASE.exec(part)?.[1];
    if (release !== undefined && (isOwn(parts[index - 1]) || isOwn(parts[index - 2]))) return release;
  }
  return RELEASE.exec(basename(path))?.[1] ?? null;
}
