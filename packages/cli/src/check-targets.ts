import { stat } from "node:fs/promises";
import { basename, dirname, resolve, sep } from "node:path";
import { compareText, type Diagnostic, type Skill, type SkillLibrary } from "@knowhow/runtime";
import { CliError } from "./cli-error.ts";
import type { Call } from "./command.ts";
import { openRuntime } from "./open-runtime.ts";
import { type Settings, workingDirectory } from "./settings.ts";

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

/** A path that somebody typed counts, whatever the configuration filters or switches off. */
const ONLY_WHAT_IS_NAMED = {
  providers: false,
  cache: false,
  enabled: true,
  include: [],
  ignore: [],
  overrides: {},
} as const;

/** The files that the arguments name; without any, every file that the library found, also the rejected ones. */
export async function findCheckTargets(call: Call, settings: Settings): Promise<readonly CheckTarget[]> {
  const paths = call.args.positionals;
  if (paths.length === 0) return targetsOf((await openRuntime(call, settings, { cache: false })).library);
  const cwd = workingDirectory(call.args, call.io);
  const roots = await Promise.all(paths.map((path) => directoryOf(resolve(cwd, path), path)));
  const { library } = await openRuntime(call, settings, { ...ONLY_WHAT_IS_NAMED, roots });
  for (const [index, root] of roots.entries()) requireSkills(library, root, paths[index] ?? root);
  return targetsOf(library);
}

/** A skill's directory, or a directory of skills; for a SKILL.md the directory that holds it. */
async function directoryOf(path: string, written: string): Promise<string> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    throw new CliError("cli.not-found", `there is no file or directory ${written}`);
  });
  if (facts.isDirectory()) return path;
  if (facts.isFile() && basename(path).toLowerCase() === "skill.md") return dirname(path);
  throw new CliError("cli.bad-value", `${written} is neither a directory nor a SKILL.md`);
}

function requireSkills(library: SkillLibrary, root: string, written: string): void {
  const report = library.roots.find((item) => resolve(item.path) === root);
  if (report?.readable === false) {
    throw new CliError("cli.unreadable", `${written} cannot be read`, "check the permissions of this path");
  }
  const below = library.diagnostics.some(
    (diagnostic) => diagnostic.path !== undefined && isBelow(diagnostic.path, root),
  );
  if (report?.found === 0 && !below) {
    throw new CliError("cli.not-found", `there is no SKILL.md in ${written}`, "`knowhow new` writes one");
  }
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
  const unreached = library.diagnostics.flatMap((trouble) => {
    const { path, code, severity } = trouble;
    const isNews =
      path !== undefined && code.startsWith("discovery.") && severity !== "info" && !known.has(path);
    return isNews ? [{ path, name: basename(path), shadowed: false, trouble }] : [];
  });
  return [...skills, ...rejected, ...unreached].sort((a, b) => compareText(a.path, b.path));
}
