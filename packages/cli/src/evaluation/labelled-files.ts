import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { type LabelledMessage, parseLabelled, type Runtime, type Skill } from "@knowhow/runtime";
import { CliError } from "../io/cli-error.ts";

/** A file of labelled messages. */
export interface LabelledFile {
  readonly path: string;
  readonly messages: readonly LabelledMessage[];
}

/** What somebody typed: a file, or a directory of one skill or several. */
export interface LabelledPlace {
  readonly written: string;
  readonly path: string;
  readonly isDirectory: boolean;
  /** The directory of the skills that it is about, when there is one. */
  readonly home: string | undefined;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** Where a skill keeps its own. */
const NAMES = ["eval_queries.json", "evals/eval_queries.json"];

/** Looks at what somebody typed; throws when there is nothing. */
export function labelledPlace(written: string, cwd: string): LabelledPlace {
  const path = resolve(cwd, written);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined)
    throw new CliError(
      "cli.not-found",
      `there is no file or directory ${written}`,
      "give a file of labelled messages, or the directory of a skill that has one; docs/matching.md shows both",
    );
  if (facts.isDirectory()) return { written, path, isDirectory: true, home: path };
  const folder = basename(dirname(path)) === "evals" ? dirname(dirname(path)) : dirname(path);
  const home = existsSync(join(folder, "SKILL.md")) ? folder : undefined;
  return { written, path, isDirectory: false, home };
}

/** The skills of the library that lie in a directory or below it, also those that lost their name. */
export function skillsIn({ library }: Runtime, directory: string): readonly Skill[] {
  const places = [resolve(directory), realpathSync(directory)];
  const isThere = (path: string) =>
    places.some((place) => path === place || path.startsWith(place.endsWith(sep) ? place : place + sep));
  return library
    .entries({ shadowed: true })
    .flatMap(({ skill }) => (isThere(resolve(skill.directory)) ? [skill] : []));
}

/** Reads the labelled messages of a place; without one, those of every skill that has some. */
export async function readLabelled(
  runtime: Runtime,
  place: LabelledPlace | undefined,
): Promise<readonly LabelledFile[]> {
  if (place !== undefined && !place.isDirectory) {
    const skill = place.home === undefined ? undefined : nearestOf(skillsIn(runtime, place.home));
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
    throw new CliError("cli.bad-value", `${written} is no regular file of at most ${MAX_BYTES} bytes`);
  return parseLabelled(text, { path: written, ...(skill === undefined ? {} : { skill }) });
}

/** Of nested skills the outermost, whose directory it is. */
function nearestOf(skills: readonly Skill[]): Skill | undefined {
  return [...skills].sort((a, b) => a.directory.length - b.directory.length)[0];
}

function enginePath(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
