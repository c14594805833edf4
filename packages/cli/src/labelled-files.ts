import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { type LabelledMessage, parseLabelled, type Runtime, type Skill } from "@knowhow/runtime";
import { nodeFiles } from "@knowhow/runtime/node";
import { CliError } from "./cli-error.ts";

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
    return [{ path: place.path, messages: await readTyped(place, skill?.name) }];
  }
  const skills = place === undefined ? runtime.library.list() : skillsIn(runtime, place.path);
  const files: LabelledFile[] = [];
  for (const skill of skills) {
    const file = skill.origin.remote === undefined ? await readOwn(skill, runtime) : undefined;
    if (file !== undefined) files.push(file);
  }
  return files;
}

/** A file that the person named is read as it is, wherever it is. */
async function readTyped(
  { path, written }: LabelledPlace,
  skill: string | undefined,
): Promise<readonly LabelledMessage[]> {
  const text = (await nodeFiles().readText(enginePath(realpathSync(path)), MAX_BYTES))?.text;
  if (text === undefined) throw notUsable(written);
  return parseLabelled(text, { path: written, ...(skill === undefined ? {} : { skill }) });
}

/** The messages that a skill brings along. */
async function readOwn(skill: Skill, runtime: Runtime): Promise<LabelledFile | undefined> {
  const opened = runtime.open(skill, { audience: "person" });
  const { value: listing } = await opened.files();
  const name = NAMES.find((candidate) => listing.some(({ path }) => path === candidate));
  if (name === undefined) return undefined;
  const path = `${skill.directory}/${name}`;
  const bytes = await opened.bytes(name, MAX_BYTES).catch(() => undefined);
  if (bytes === undefined) throw notUsable(path);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return { path, messages: parseLabelled(text, { path, skill: skill.name }) };
}

function notUsable(written: string): CliError {
  return new CliError("cli.bad-value", `${written} is no regular file of at most ${MAX_BYTES} bytes`);
}

/** Of nested skills the outermost, whose directory it is. */
function nearestOf(skills: readonly Skill[]): Skill | undefined {
  return [...skills].sort((a, b) => a.directory.length - b.directory.length)[0];
}

function enginePath(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
