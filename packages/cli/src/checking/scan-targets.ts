import { resolve } from "node:path";
import type { FileSystem, ScanFinding } from "@knowhow/runtime";
import { nodeFiles } from "@knowhow/runtime/node";
import { compareText } from "@knowhow/runtime/toolkit";
import { CliError } from "../io/cli-error.ts";
import { enginePath } from "../io/paths.ts";
import { openRuntime } from "../runtime/open-runtime.ts";
import { placeFinder } from "../runtime/place-finder.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Call } from "../table/command.ts";

/** Directories that are searched for skills below a named one. */
const MAX_DIRECTORIES = 50_000;

/** One directory or file that `scan` reads. `real` is `path` without links: a skill is often installed as a link to its directory. */
export interface ScanTarget {
  readonly path: string;
  readonly real: string;
}

/** Findings about skills among others, by directory. */
export type Overreach = ReadonlyMap<string, readonly ScanFinding[]>;

/** What `scan` reads. */
export interface ScanTargets {
  readonly targets: readonly ScanTarget[];
  /** Compares the skills with each other. */
  overreach(onProgress: (done: number, all: number) => void): Promise<Overreach>;
}

/** The directories or files that `scan` reads: those that are named, or those of all skills that are found. */
export async function findScanTargets(call: Call): Promise<ScanTargets> {
  const { args } = call;
  const { positionals } = args;
  const cwd = workingDirectory(args, call.io);
  const roots = args.list("root").map((root) => resolve(cwd, root));
  if (args.has("all")) {
    if (positionals.length > 0) throw new CliError("cli.bad-value", "--all cannot be combined with a path");
    await targetsIn(roots, call);
    return discovered(call);
  }
  const named = positionals.length === 0 ? roots : positionals;
  const targets = await targetsIn(named.length === 0 ? ["."] : named, call);
  return { targets, overreach: async () => new Map() };
}

/** The skills and files in places that are named; throws if one has none. */
async function targetsIn(places: readonly string[], call: Call): Promise<readonly ScanTarget[]> {
  const placeOf = placeFinder(call);
  const files = nodeFiles();
  const targets: ScanTarget[] = [];
  for (const written of places) {
    const path = enginePath(await placeOf(written));
    const real = (await files.realpath(path)) ?? path;
    const skills = await skillsBelow(files, { path, real });
    const isDirectory = skills.length > 0 || (await isListable(files, real));
    if (isDirectory && skills.length === 0) throw noSkillIn(written);
    targets.push(...(isDirectory ? skills : [{ path, real }]));
  }
  return targets;
}

async function isListable(files: FileSystem, path: string): Promise<boolean> {
  return (await Promise.resolve(files.list(path)).catch(() => undefined)) !== undefined;
}

/** "1 skill scanned, all safe" would be untrue of a directory without one. */
function noSkillIn(written: string): CliError {
  return new CliError(
    "cli.not-found",
    `no SKILL.md in ${written} or below`,
    "name the directory of a skill or a file, or use --all for the skills that agents find here",
  );
}

async function discovered(call: Call): Promise<ScanTargets> {
  // The skills are only listed and matched here; `scan` reads and scans them itself.
  const runtime = await openRuntime(call, { cache: false, scanner: () => undefined });
  const { library } = runtime;
  const paths = [
    ...library.entries({ shadowed: true }).map(({ skill }) => skill.path),
    ...library.rejections().map(({ path }) => path),
  ];
  const directories = [...new Set(paths.map(directoryOf))].sort(compareText);
  const files = nodeFiles();
  const targets = await Promise.all(
    directories.map(async (path) => ({ path, real: (await files.realpath(path)) ?? path })),
  );
  const overreach: ScanTargets["overreach"] = async (onProgress) => {
    const found = new Map<string, ScanFinding[]>();
    for (const { path, finding } of await runtime.overreach({ onProgress })) {
      const directory = directoryOf(path);
      found.set(directory, [...(found.get(directory) ?? []), finding]);
    }
    return found;
  };
  return { targets, overreach };
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/**
 * The outermost directories with a SKILL.md; empty for a file, or if there are none. A link is followed to a directory below
 * `start`, and to a skill anywhere.
 */
async function skillsBelow(files: FileSystem, start: ScanTarget): Promise<readonly ScanTarget[]> {
  const found = new Map<string, ScanTarget>();
  const seen = new Set<string>();
  const queue = [start];
  const links: ScanTarget[] = [];
  // Links come last, so that a skill that is also there without a link is shown at its own place.
  for (let next = queue.pop(); next !== undefined; next = queue.pop() ?? links.pop()) {
    const { path, real } = next;
    if (seen.has(real)) continue;
    seen.add(real);
    if (seen.size > MAX_DIRECTORIES)
      throw new CliError(
        "cli.bad-value",
        `too many directories below ${start.path}`,
        "name a directory of skills",
      );
    const entries = await Promise.resolve(files.list(real)).catch(() => undefined);
    if (entries === undefined) continue;
    const isSkill = entries.some(
      ({ name, kind }) => name.toLowerCase() === "skill.md" && kind !== "directory",
    );
    if (isSkill) found.set(real, next);
    else if (isBelow(real, start.real))
      for (const { name, kind } of entries) {
        const [inside, target] = [below(path, name), below(real, name)];
        if (kind === "directory") queue.push({ path: inside, real: target });
        else if (kind === "link")
          links.push({ path: inside, real: (await files.realpath(target)) ?? target });
      }
  }
  return [...found.values()].sort((a, b) => compareText(a.path, b.path));
}

function below(directory: string, name: string): string {
  return `${directory.replace(/\/$/, "")}/${name}`;
}

function isBelow(path: string, start: string): boolean {
  return path === start || path.startsWith(below(start, ""));
}
