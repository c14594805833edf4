import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isKnowhowError, type Runtime, type Skill } from "@knowhow/runtime";
import { type LabelledMessage, parseLabelled } from "@knowhow/runtime/authoring";
import { nodeFiles } from "@knowhow/runtime/node";
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
/** Where authors keep the messages of a skill; the first that exists is read. The last one has tasks with their results. */
const NAMES = [
  "eval_queries",
  "trigger-evals",
  "trigger-eval",
  "trigger_evals",
  "trigger_eval",
  "triggers",
  "trigger-cases",
  "trigger_cases",
  "evals",
].flatMap((name) => [
  `${name}.json`,
  `evals/${name}.json`,
  `evals/${name}.jsonl`,
  `evals/${name}.yaml`,
  `evals/${name}.yml`,
]);

/** What the argument of `eval` stands for. */
export function labelledPlace(written: string, path: string): LabelledPlace {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    return { written, path, isDirectory: true, home: path };
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

/** The files of a place, and why others are not used. */
export interface LabelledFiles {
  readonly files: readonly LabelledFile[];
  readonly skipped: readonly Error[];
}

/**
 * Reads the labelled messages of a place; without one, those of every skill that has some. An invalid file among several
 * is skipped; throws if there is no valid one.
 */
export async function readLabelled(
  runtime: Runtime,
  place: LabelledPlace | undefined,
): Promise<LabelledFiles> {
  if (place !== undefined && !place.isDirectory) {
    const skill = place.home === undefined ? undefined : outermostOf(skillsIn(runtime, place.home));
    return { files: [{ path: place.path, messages: await readNamed(place, skill?.name) }], skipped: [] };
  }
  const skills = place === undefined ? runtime.library.list() : skillsIn(runtime, place.path);
  const files: LabelledFile[] = [];
  const skipped: Error[] = [];
  for (const skill of skills) {
    if (skill.origin.remote !== undefined) continue;
    try {
      const file = await readOwn(skill, runtime);
      if (file !== undefined) files.push(file);
    } catch (error) {
      if (!isKnowhowError(error) && !(error instanceof CliError)) throw error;
      skipped.push(error);
    }
  }
  if (files.length === 0 && skipped[0] !== undefined) throw skipped[0];
  return { files, skipped };
}

/** Reads a file that the user named, wherever it is. */
async function readNamed(
  { path, written }: LabelledPlace,
  skill: string | undefined,
): Promise<readonly LabelledMessage[]> {
  const text = (await nodeFiles().readText(enginePath(realpathSync(path)), MAX_BYTES))?.text;
  if (text === undefined) throw notUsable(written);
  return parseLabelled(text, { path: written, ...(skill === undefined ? {} : { skill }) });
}

/** Reads the labelled messages in a skill. */
async function readOwn(skill: Skill, runtime: Runtime): Promise<LabelledFile | undefined> {
  const opened = runtime.open(skill, { audience: "user" });
  const { value: listing } = await opened.files();
  const name = NAMES.find((candidate) => listing.some(({ path }) => path === candidate));
  if (name === undefined) return undefined;
  const path = `${skill.directory}/${name}`;
  const content = await opened.bytes(name, MAX_BYTES).catch(() => undefined);
  if (content === undefined) throw notUsable(path);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
  return { path, messages: parseLabelled(text, { path, skill: skill.name }) };
}

function notUsable(written: string): CliError {
  return new CliError("cli.bad-value", `${written} is not a regular file of at most ${bytes(MAX_BYTES)}`);
}

/** The outermost of nested skills. */
function outermostOf(skills: readonly Skill[]): Skill | undefined {
  return [...skills].sort((a, b) => a.directory.length - b.directory.length)[0];
}
