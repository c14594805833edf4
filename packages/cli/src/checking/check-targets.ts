import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type {
  Diagnostic,
  DiagnosticCode,
  OpenSkill,
  Runtime,
  Skill,
  SkillLibrary,
  UnseenInRoot,
} from "@knowhow/runtime";
import { loadConfig, type NodeRuntimeOptions, nodeEnvironment, nodeFiles } from "@knowhow/runtime/node";
import type { Profile } from "@knowhow/runtime/profiles";
import { compareText } from "@knowhow/runtime/toolkit";
import { CliError } from "../io/cli-error.ts";
import { isInside } from "../io/paths.ts";
import { countedProgress } from "../io/progress.ts";
import { unseenNote } from "../report/unseen.ts";
import { openRuntime } from "../runtime/open-runtime.ts";
import { placeFinder } from "../runtime/place-finder.ts";
import { flagOptions, workingDirectory } from "../runtime/settings.ts";
import type { Call } from "../table/command.ts";

/** A file that `validate` or `lint` checks. */
export interface CheckTarget {
  /** Path of the SKILL.md, or of what was found in its place. */
  readonly path: string;
  readonly name: string;
  /** Undefined if the file could not be loaded as a skill. */
  readonly skill?: Skill;
  /** The skill's files, opened for the user; undefined if the file could not be loaded as a skill. */
  readonly opened?: OpenSkill;
  /** True if another skill of the same name takes precedence. */
  readonly shadowed: boolean;
  /** Why discovery could not reach the file; then it is not read. */
  readonly problem?: Diagnostic;
}

/** A path on the command line is checked even if the configuration filters it or turns it off. */
const ONLY_WHAT_IS_NAMED = { config: false, providers: false } as const;

/** Problems that are errors here, because an unread file cannot pass a check. */
const UNREADABLE: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "discovery.entry-unreadable",
  "discovery.root-unreadable",
  "discovery.not-a-file",
]);

/** The files to check, and the profile to check them by. */
export interface CheckTargets {
  readonly targets: readonly CheckTarget[];
  readonly profile: Profile;
  /** Files that exist and are not checked, because no agent would find them there. */
  readonly unseen: readonly UnseenInRoot[];
}

/** A directory, and how it is written on the command line. */
interface Named {
  readonly root: string;
  readonly written: string;
}

/**
 * The files that the arguments name; without any, every file that was found, including the skipped ones.
 * Throws if a path or a `--root` contains no skill, because an empty report would look like a pass.
 */
export async function findCheckTargets(call: Call): Promise<CheckTargets> {
  const cwd = workingDirectory(call.args, call.io);
  const roots: Named[] = [];
  for (const written of call.args.list("root"))
    roots.push({ root: await directoryAt(resolve(cwd, written), written), written });
  const placeOf = placeFinder(call);
  const paths: Named[] = [];
  for (const written of call.args.positionals)
    paths.push({ root: await directoryOf(await placeOf(written), written), written });
  const own = paths.length === 0 ? {} : await onlyNamed(call, paths);
  const runtime = await openRuntime(call, { ...own, cache: false });
  const { library, profile } = runtime;
  const targets = targetsOf(runtime);
  for (const place of paths.length === 0 ? roots : paths) requireTarget(place, targets, library);
  return { targets, profile, unseen: await runtime.unseen() };
}

/** Checks one file after the other, and counts them on a terminal. */
export async function checkEach<Result>(
  { args, io }: Call,
  targets: readonly CheckTarget[],
  check: (target: CheckTarget) => Promise<Result>,
): Promise<readonly Result[]> {
  const progress = countedProgress("checking", { io, quiet: args.has("quiet") });
  const results: Result[] = [];
  try {
    for (const target of targets) {
      results.push(await check(target));
      progress.update(results.length, targets.length);
    }
  } finally {
    progress.end();
  }
  return results;
}

/** The named directories only, read as the configured profile reads them. */
async function onlyNamed({ args, io }: Call, paths: readonly Named[]): Promise<NodeRuntimeOptions> {
  const { cwd, home, env } = flagOptions(args, io);
  const environment = nodeEnvironment({ cwd, home, variables: env });
  const { value } = await loadConfig({ files: nodeFiles(), environment });
  const { profile = value.options.profile } = flagOptions(args, io);
  const { infer, links, skillConfig } = value.options;
  return {
    ...ONLY_WHAT_IS_NAMED,
    roots: paths.map((path) => path.root),
    ...(profile === undefined ? {} : { profile }),
    ...(infer === undefined ? {} : { infer }),
    ...(links === undefined ? {} : { links }),
    ...(skillConfig === undefined ? {} : { skillConfig }),
  };
}

async function directoryAt(path: string, written: string): Promise<string> {
  const facts = await factsOf(path);
  if (facts?.isDirectory() === true) return path;
  throw new CliError("cli.not-found", `--root: no such directory: ${written}`);
}

/** The directory itself, or the one that contains the SKILL.md. */
async function directoryOf(path: string, written: string): Promise<string> {
  const facts = await factsOf(path);
  if (facts?.isDirectory() === true) return path;
  if (facts?.isFile() === true && basename(path).toLowerCase() === "skill.md") return dirname(path);
  throw new CliError("cli.bad-value", `${written} is neither a directory nor a SKILL.md`);
}

function factsOf(path: string) {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
}

function requireTarget(
  { root, written }: Named,
  targets: readonly CheckTarget[],
  { roots, diagnostics }: SkillLibrary,
): void {
  const report = roots.find((item) => resolve(item.path) === root);
  if (report?.readable === false) {
    throw new CliError("cli.unreadable", `cannot read ${written}`, "check its permissions");
  }
  const isFile = ({ problem }: CheckTarget) => problem === undefined || UNREADABLE.has(problem.code);
  if (targets.some((target) => isInside(target.path, root) && isFile(target))) return;
  if (report === undefined || report.found > 0) {
    const hint = 'check "enabled", "include", "ignore" and "providers" in knowhow.json';
    throw new CliError("cli.not-found", `the settings exclude every skill in ${written}`, hint);
  }
  const { unseen = [] } = report;
  if (unseen.length > 0) {
    const notes = unseen.map((group) => unseenNote({ ...group, root }));
    throw new CliError(
      "cli.not-found",
      `no SKILL.md in ${written} is where skills are searched`,
      `${notes.join("; ")}; pass the directory that contains them`,
    );
  }
  const reason = diagnostics.find(({ path }) => path !== undefined && isInside(path, root))?.message;
  const hint = reason ?? "run `knowhow new` to create a skill";
  throw new CliError("cli.not-found", `no SKILL.md in ${written}`, hint);
}

function targetsOf({ library, open }: Runtime): readonly CheckTarget[] {
  const skills = library.entries({ shadowed: true }).map(({ skill, shadowedBy }) => {
    const opened = open(skill, { audience: "user" });
    return { path: skill.path, name: skill.name, skill, opened, shadowed: shadowedBy !== undefined };
  });
  const rejected = library
    .rejections()
    .filter((rejection) => rejection.decisions.at(-1)?.stage !== "filter")
    .map(({ path, name }) => ({ path, name, shadowed: false }));
  const known = new Set([...skills, ...rejected].map((target) => target.path));
  const roots = library.roots.map((root) => resolve(root.path));
  const unreached = library.diagnostics.flatMap((diagnostic) => {
    const { path, code, severity } = diagnostic;
    const isNews =
      path !== undefined && code.startsWith("discovery.") && severity !== "info" && !known.has(path);
    if (!isNews || !roots.some((root) => isInside(path, root))) return [];
    const problem: Diagnostic = UNREADABLE.has(code) ? { ...diagnostic, severity: "error" } : diagnostic;
    return [{ path, name: basename(path), shadowed: false, problem }];
  });
  return [...skills, ...rejected, ...unreached].sort((a, b) => compareText(a.path, b.path));
}
