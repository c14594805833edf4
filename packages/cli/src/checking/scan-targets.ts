import { resolve } from "node:path";
import type { FileSystem, ScanFinding } from "@knowhow/runtime";
import { nodeFiles } from "@knowhow/runtime/node";
import { compareText } from "@knowhow/runtime/toolkit";
import { CliError } from "../io/cli-error.ts";
import { enginePath } from "../io/paths.ts";
import { countedProgress } from "../io/progress.ts";
import { openRuntime } from "../runtime/open-runtime.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Call } from "../table/command.ts";

/** Directories that are searched for skills below a named one. */
const MAX_DIRECTORIES = 50_000;

/** What `scan` reads, and what is known about it already. */
export interface ScanTargets {
  readonly paths: readonly string[];
  /** Findings about skills among others, by directory. */
  readonly overreach: ReadonlyMap<string, readonly ScanFinding[]>;
}

/** The directories or files that `scan` reads: those that are named, or those of all skills that are found. */
export async function findScanTargets(call: Call): Promise<ScanTargets> {
  const { args, io } = call;
  const { positionals } = args;
  if (args.has("all")) {
    if (positionals.length > 0) throw new CliError("cli.bad-value", "--all cannot be combined with a path");
    return discovered(call);
  }
  const cwd = workingDirectory(args, io);
  const files = nodeFiles();
  const targets: string[] = [];
  for (const written of positionals.length === 0 ? ["."] : positionals) {
    const path = enginePath(resolve(cwd, written));
    const real = await files.realpath(path);
    if (real === undefined) throw new CliError("cli.not-found", `no such file or directory: ${written}`);
    const skills = await skillsBelow(files, path);
    targets.push(...(skills.length === 0 ? [path] : skills));
  }
  return { paths: targets, overreach: new Map() };
}

async function discovered(call: Call): Promise<ScanTargets> {
  // The skills are only listed and matched here; `scan` reads and scans them itself.
  const runtime = await openRuntime(call, { cache: false, scanner: () => undefined });
  const { library } = runtime;
  const progress = countedProgress("trying phrases", { io: call.io, quiet: call.args.has("quiet") });
  const found = await runtime.overreach({ onProgress: progress.update }).finally(progress.end);
  const paths = [
    ...library.entries({ shadowed: true }).map(({ skill }) => skill.path),
    ...library.rejections().map(({ path }) => path),
  ];
  const overreach = new Map<string, ScanFinding[]>();
  for (const { path, finding } of found) {
    const directory = directoryOf(path);
    overreach.set(directory, [...(overreach.get(directory) ?? []), finding]);
  }
  return { paths: [...new Set(paths.map(directoryOf))].sort(compareText), overreach };
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** The outermost directories with a SKILL.md; empty for a file, or if there are none. */
async function skillsBelow(files: FileSystem, start: string): Promise<readonly string[]> {
  const found: string[] = [];
  const queue = [start];
  for (let seen = 0; queue.length > 0; seen += 1) {
    if (seen > MAX_DIRECTORIES)
      throw new CliError(
        "cli.bad-value",
        `too many directories below ${start}`,
        "name a directory of skills",
      );
    const directory = queue.pop() ?? start;
    const entries = await Promise.resolve(files.list(directory)).catch(() => undefined);
    if (entries === undefined) continue;
    if (entries.some(({ name, kind }) => name.toLowerCase() === "skill.md" && kind !== "directory"))
      found.push(directory);
    else
      for (const { name, kind } of entries)
        if (kind === "directory") queue.push(`${directory.replace(/\/$/, "")}/${name}`);
  }
  return found.sort(compareText);
}
