import { stat } from "node:fs/promises";
import { basename, dirname, resolve, sep } from "node:path";
import {
  compareText,
  type Diagnostic,
  type DiagnosticCode,
  type Profile,
  type Skill,
  type SkillLibrary,
} from "@knowhow/runtime";
import { loadConfig, type NodeRuntimeOptions, nodeEnvironment, nodeFiles } from "@knowhow/runtime/node";
import { CliError } from "./cli-error.ts";
import type { Call } from "./command.ts";
import { openRuntime } from "./open-runtime.ts";
import { flagOptions, workingDirectory } from "./settings.ts";

/** A file that `validate` or `lint` has to look at. */
export interface CheckTarget {
  /** Path of the SKILL.md, or of whatever stands in its place. */
  readonly path: string;
  readonly name: string;
  /** Absent when the file did not become a skill. */
  readonly skill?: Skill;
  /** True when it has the name of another skill that won. */
  readonly shadowed: boolean;
  /** What kept discovery from it; then there is no file to read. */
  readonly trouble?: Diagnostic;
}

/** A path that somebody typed counts, whatever the configuration filters or turns off. */
const ONLY_WHAT_IS_NAMED = { config: false, providers: false } as const;

/** What could not be read cannot be called good. */
const UNREADABLE: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "discovery.entry-unreadable",
  "discovery.root-unreadable",
  "discovery.not-a-file",
]);

/** What to check, and the profile by whose rules. */
export interface CheckTargets {
  readonly targets: readonly CheckTarget[];
  readonly profile: Profile;
}

/** A directory that somebody typed, and how. */
interface Named {
  readonly root: string;
  readonly written: string;
}

/**
 * The files that the arguments name; without any, every file that the library found, also the rejected ones.
 * Throws when a path or a `--root` has nothing to look at: silence would pass for praise.
 */
export async function findCheckTargets(call: Call): Promise<CheckTargets> {
  const cwd = workingDirectory(call.args, call.io);
  const named = (words: readonly string[], find: typeof directoryOf): Promise<readonly Named[]> =>
    Promise.all(
      words.map(async (written) => ({ root: await find(resolve(cwd, written), written), written })),
    );
  const roots = await named(call.args.list("root"), directoryAt);
  const paths = await named(call.args.positionals, directoryOf);
  const own = paths.length === 0 ? {} : await onlyNamed(call, paths);
  const { library, profile } = await openRuntime(call, { ...own, cache: false });
  const targets = targetsOf(library);
  for (const place of paths.length === 0 ? roots : paths) requireTarget(place, targets, library);
  return { targets, profile };
}

/** The named directories alone, read as the configured profile reads them. */
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
  throw new CliError("cli.not-found", `--root: there is no directory ${written}`);
}

/** A skill's directory, or a directory of skills; for a SKILL.md the directory that holds it. */
async function directoryOf(path: string, written: string): Promise<string> {
  const facts = await factsOf(path);
  if (facts === undefined) throw new CliError("cli.not-found", `there is no file or directory ${written}`);
  if (facts.isDirectory()) return path;
  if (facts.isFile() && basename(path).toLowerCase() === "skill.md") return dirname(path);
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
    throw new CliError("cli.unreadable", `${written} cannot be read`, "check the permissions of this path");
  }
  const isFile = ({ trouble }: CheckTarget) => trouble === undefined || UNREADABLE.has(trouble.code);
  if (targets.some((target) => isBelow(target.path, root) && isFile(target))) return;
  if (report === undefined || report.found > 0) {
    const hint = '"enabled", "include", "ignore" and "providers" decide what is looked at';
    throw new CliError("cli.not-found", `the settings leave out every skill in ${written}`, hint);
  }
  const reason = diagnostics.find(({ path }) => path !== undefined && isBelow(path, root))?.message;
  const hint = reason ?? "`knowhow new` writes one";
  throw new CliError("cli.not-found", `there is no SKILL.md in ${written}`, hint);
}

function isBelow(path: string, root: string): boolean {
  const whole = resolve(path);
  return whole === root || whole.startsWith(root.endsWith(sep) ? root : root + sep);
}

function targetsOf(library: SkillLibrary): readonly CheckTarget[] {
  const skills = library.entries({ shadowed: true }).map(({ skill, shadowedBy }) => {
    return { path: skill.path, name: skill.name, skill, shadowed: shadowedBy !== undefined };
  });
  const rejected = library
    .rejections()
    .filter((rejection) => rejection.decisions.at(-1)?.stage !== "filter")
    .map(({ path, name }) => ({ path, name, shadowed: false }));
  const known = new Set([...skills, ...rejected].map((target) => target.path));
  const roots = library.roots.map((root) => resolve(root.path));
  const unreached = library.diagnostics.flatMap((said) => {
    const { path, code, severity } = said;
    const isNews =
      path !== undefined && code.startsWith("discovery.") && severity !== "info" && !known.has(path);
    if (!isNews || !roots.some((root) => isBelow(path, root))) return [];
    const trouble: Diagnostic = UNREADABLE.has(code) ? { ...said, severity: "error" } : said;
    return [{ path, name: basename(path), shadowed: false, trouble }];
  });
  return [...skills, ...rejected, ...unreached].sort((a, b) => compareText(a.path, b.path));
}
