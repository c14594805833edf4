import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type LabelledMessage, parseLabelled, type Runtime, type Skill } from "@knowhow/runtime";
import { CliError } from "../io/cli-error.ts";
import { enginePath, isInside } from "../io/paths.ts";
import { bytes } from "../terminal/words.ts";

/** A file of labelled messages. */
export interface LabelledFile {
  readonly path: string;
  readonly messages: readonly LabelledMessage[];
}

/** The argument of `eval`: a file, or a directory of one or several skills. */
export interface LabelledPlace {
  readonly written: string;
  readonly path: string;
  readonly isDirectory: boolean;
  /** Directory of the skills that the messages are about, if there is one. */
  readonly home: string | undefined;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** Where a skill keeps its messages. */
const NAMES = ["eval_queries.json", "evals/eval_queries.json"];

/** Resolves the argument of `eval`; throws if the path does not exist. */
export function labelledPlace(written: string, cwd: string): LabelledPlace {
  const path = resolve(cwd, written);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined)
    throw new CliError(
      "cli.not-found",
      `no such file or directory: ${written}`,
      "expected a file of labelled messages, or the directory of a skill that has one; see docs/matching.md",
    );
  if (facts.isDirectory()) return { written, path, isDirectory: true, home: path };
  const folder = basename(dirname(path)) === "evals" ? dirname(dirname(path)) : dirname(path);
  const home = existsSync(join(folder, "SKILL.md")) ? folder : undefined;
  return { written, path, isDirectory: false, home };
}

/** The skills in a directory, including shadowed ones. */
export function skillsIn({ library }: Runtime, directory: string): readonly Skill[] {
  const places = [resolve(directory), realpathSync(directory)];
  return library
    .entries({ shadowed: true })
    .flatMap(({ skill }) => (places.some((place) => isInside(skill.directory, place)) ? [skill] : []));
}

/** Reads the labelled messages of a place; without one, those of every skill that has some. */
export async function readLabelled(
  runtime: Runtime,
  place: LabelledPlace | undefined,
): Promise<readonly LabelledFile[]> {
  if (place !== undefined && !place.isDirectory) {
    const skill = place.home === undefined ? undefined : outermostOf(skillsIn(runtime, place.home));
    const path = realpathSync(place.path);
    return [{ path: place.path, messages: await readFile(runtime, path, place.written, skill?.name) }];
  }
  const skills = place === undefined ? runtime.library.list() : skillsIn(runtime, place.path);
  const files: LabelledFile[] = [];
  for (const { directory, name, origin } of skills) {
    if (origin.remote !== undefined) continue;
    for (const file of NAMES) {
      const path = `${directory}/${file}`;
      if ((await runtime.files.stat(path)) === undefined) continue;
      files.push({ path, messages: await readFile(runtime, path, path, name) });
      break;
    }
  }
  return files;
}

async function readFile(
  { files }: Runtime,
  path: string,
  written: string,
  skill: string | undefined,
): Promise<readonly LabelledMessage[]> {
  const text = (await files.readText(enginePath(path), MAX_BYTES))?.text;
  if (text === undefined)
    throw new CliError("cli.bad-value", `${written} is not a regular file of at most ${bytes(MAX_BYTES)}`);
  return parseLabelled(text, { path: written, ...(skill === undefined ? {} : { skill }) });
}

/** The outermost of nested skills. */
function outermostOf(skills: readonly Skill[]): Skill | undefined {
  return [...skills].sort((a, b) => a.directory.length - b.directory.length)[0];
}
