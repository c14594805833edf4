import { isInside, joinPath, parentPath, resolvePath } from "../basics/paths.ts";
import type { Diagnostic, Outcome } from "../diagnostics.ts";
import { expandUserPath } from "../discovery/expand-pattern.ts";
import { findProject, type Project } from "../discovery/find-project.ts";
import type { RuntimeOptions } from "../options.ts";
import type { Environment, FileSystem, Ports } from "../ports.ts";
import { type Config, invalid, parseConfig } from "./config-shape.ts";
import { knowhowDirectories } from "./directories.ts";
import { type MatchingSettings, mergeMatching, readEmbedderChoice } from "./matching-config.ts";
import { mergeConfig } from "./merge-config.ts";
import { narrowConfig, outsideProject } from "./narrow-config.ts";
import type { ServerConfig } from "./server-config.ts";

const FILE_NAME = "knowhow.json";
const MAX_BYTES = 256 * 1024;

/** Settings from files, ready for `createRuntime`, and the files they came from. */
export interface LoadedConfig {
  readonly options: Pick<
    RuntimeOptions,
    | "profile"
    | "enabled"
    | "commands"
    | "infer"
    | "roots"
    | "links"
    | "providers"
    | "include"
    | "ignore"
    | "overrides"
    | "narrowing"
    | "config"
  >;
  /** MCP servers by label, from the person's own file alone. */
  readonly servers: Readonly<Record<string, ServerConfig>>;
  /** How skills are found for a message. */
  readonly matching: MatchingSettings;
  /** Most general first. */
  readonly paths: readonly string[];
}

interface ReadConfig {
  readonly path: string;
  /** Its directories are absolute. */
  readonly file: Config;
}

/** Where files are read from, and where to say what is wrong with them. */
interface Reading {
  readonly files: FileSystem;
  readonly environment: Environment;
  readonly diagnostics: Diagnostic[];
}

/**
 * Reads the person's `knowhow.json` and the nearest one between the working directory and the project's root.
 * The project's settings come on top of the person's, but a repository can only narrow what the person allows:
 * it cannot let through what the person keeps out, lead links or roots out of itself, choose a profile that trusts it, or
 * have a program started or a server asked.
 */
export async function loadConfig({
  files,
  environment,
}: Pick<Ports, "files" | "environment">): Promise<Outcome<LoadedConfig>> {
  const diagnostics: Diagnostic[] = [];
  const reading = { files, environment, diagnostics };
  // The library, which looks for the project too, says what was wrong with it.
  const { value: project } = await findProject(files, environment);
  const own = await readPersonal(joinPath(knowhowDirectories(environment).config, FILE_NAME), reading);
  const shared = await readShared(project, reading);
  const repository =
    shared === undefined ? { roots: [], links: [] } : await narrowConfig({ ...shared, ...reading, project });
  const paths = [own, shared].flatMap((read) => (read === undefined ? [] : [read.path]));
  const servers = own?.file.mcp?.servers ?? {};
  const matching = mergeMatching(
    own === undefined ? {} : personalMatching(own, environment),
    repository.matching ?? {},
  );
  return {
    value: { options: mergeConfig(own?.file ?? {}, repository), servers, matching, paths },
    diagnostics,
  };
}

/** The person may keep the file elsewhere and link to it. */
async function readPersonal(path: string, reading: Reading): Promise<ReadConfig | undefined> {
  const real = await reading.files.realpath(path);
  return real === undefined ? undefined : { path, file: await readConfig(path, real, reading) };
}

/** A model's directory is relative to the file that names it. */
function personalMatching({ path, file }: ReadConfig, environment: Environment): MatchingSettings {
  const { embedder: written, mode } = file.matching ?? {};
  const choice = written === undefined ? undefined : readEmbedderChoice(written);
  const embedder =
    choice !== undefined && "path" in choice
      ? { ...choice, path: resolvePath(parentPath(path), expandUserPath(choice.path, environment) ?? ".") }
      : choice;
  return { ...(embedder === undefined ? {} : { embedder }), ...(mode === undefined ? {} : { mode }) };
}

async function readShared(project: Project, reading: Reading): Promise<ReadConfig | undefined> {
  for (const directory of project.directories) {
    const path = joinPath(directory, FILE_NAME);
    const real = await reading.files.realpath(path);
    if (real === undefined) continue;
    if (isInside(real, project.realRoot)) return { path, file: await readConfig(path, real, reading) };
    reading.diagnostics.push(outsideProject(path, `${path} links to ${real}`));
    return undefined;
  }
  return undefined;
}

async function readConfig(path: string, real: string, reading: Reading): Promise<Config> {
  const { files, environment, diagnostics } = reading;
  const read = await files.readText(real, MAX_BYTES);
  if (read?.text === undefined) {
    const reason =
      read?.stat.kind === "file" ? `the file is larger than ${MAX_BYTES} bytes` : "this is no regular file";
    throw invalid(path, 1, reason);
  }
  const parsed = parseConfig(read.text.replace(/^\uFEFF/, ""), path);
  diagnostics.push(...parsed.diagnostics);
  return withAbsolutePaths(parsed.value, parentPath(path), environment);
}

function withAbsolutePaths(file: Config, base: string, environment: Environment): Config {
  const { roots, links, ...rest } = file;
  const absolute = (written: string) => resolvePath(base, expandUserPath(written, environment) ?? ".");
  return {
    ...rest,
    ...(roots === undefined ? {} : { roots: roots.map(absolute) }),
    ...(links === undefined ? {} : { links: links.map(absolute) }),
  };
}
