import { isInside, joinPath, parentPath, resolvePath } from "../basics/paths.ts";
import type { EmbedderChoice, ServerConfig } from "../config-file.ts";
import { type Diagnostic, diagnose, type Outcome } from "../diagnostics.ts";
import { expandUserPath } from "../discovery/expand-pattern.ts";
import { findProject, type Project } from "../discovery/find-project.ts";
import type { Narrowing, RuntimeOptions } from "../options.ts";
import type { Environment, FileSystem, Ports } from "../ports.ts";
import { knowhowDirectories } from "./directories.ts";
import { narrowerEmbedder, readEmbedderChoice } from "./embedder-choice.ts";
import { narrowConfig, outsideProject, type RepositoryConfig } from "./narrow-config.ts";
import { type Config, invalid, parseConfig } from "./parse-config.ts";

const FILE_NAME = "knowhow.json";
const MAX_BYTES = 256 * 1024;

/** The options that a configuration can set. */
export type ConfiguredOptions = Pick<
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
  | "skillConfig"
  | "matching"
  | "authoring"
  | "scan"
  | "narrowing"
>;

/** The combined settings of the user and the repository, and the files they come from. */
export interface LoadedConfig {
  readonly options: ConfiguredOptions;
  /** MCP servers by label, only from the user's own file. */
  readonly servers: Readonly<Record<string, ServerConfig>>;
  /** The selected embedder; undefined if none is selected. */
  readonly embedder: EmbedderChoice | undefined;
  /** The files that were read, the user's own first. */
  readonly paths: readonly string[];
  /** Every path where a configuration file is read, whether or not it exists. */
  readonly places: readonly string[];
}

/** The restrictions that apply while the user's own file is invalid, because it may have forbidden something. */
const CLOSED: Narrowing = {
  providers: { "*:project": false },
  overrides: [["*", "user-only"]],
  matching: "explicit",
  runs: "off",
  authoring: "off",
  scan: {
    level: { review: "ask", incomplete: "ask", block: "ask" },
    host: { review: "ask", incomplete: "ask", block: "ask" },
  },
};

interface ReadConfig {
  readonly path: string;
  /** The settings, with absolute directories. */
  readonly file: Config;
  /** False if a part of it is invalid. */
  readonly ok: boolean;
}

/** Where files are read from, and where problems are collected. */
interface Reading {
  readonly files: FileSystem;
  readonly environment: Environment;
  readonly diagnostics: Diagnostic[];
}

/**
 * Reads the user's `knowhow.json` and the nearest one between the working directory and the project's root. The
 * repository's file can only restrict what the user allows. An invalid file is reported, never thrown: a repository's
 * is ignored, and while the user's own is invalid everything that it may have restricted is denied.
 */
export async function loadConfig({
  files,
  environment,
}: Pick<Ports, "files" | "environment">): Promise<Outcome<LoadedConfig>> {
  const diagnostics: Diagnostic[] = [];
  const reading = { files, environment, diagnostics };
  // Problems with the project are reported by the library, which searches for it too.
  const { value: project } = await findProject(files, environment);
  const ownPath = joinPath(knowhowDirectories(environment).config, FILE_NAME);
  const own = await readOwn(ownPath, reading);
  const shared = await readShared(project, reading);
  const repository =
    shared === undefined
      ? undefined
      : await narrowConfig({ ...shared, ...reading, user: own?.file ?? {}, project });
  const read = [own, shared].flatMap((one) => (one === undefined ? [] : [one.path]));
  const places = [ownPath, ...project.directories.map((directory) => joinPath(directory, FILE_NAME))];
  const value = { ...settingsOf(own?.file ?? {}, repository, own?.ok ?? true), paths: read, places };
  return { value, diagnostics };
}

/** The settings of an object given instead of files. Its directories are relative to the working directory. */
export function loadConfigObject(config: Config, environment: Environment): LoadedConfig {
  const file = withAbsolutePaths(config, environment.cwd, environment);
  return { ...settingsOf(file, undefined, true), paths: [], places: [] };
}

function settingsOf(
  user: Config,
  repository: RepositoryConfig | undefined,
  ok: boolean,
): Pick<LoadedConfig, "options" | "servers" | "embedder"> {
  const { $schema: _, mcp, matching, runs, authoring, roots = [], links = [], ...rest } = user;
  const choice = matching?.embedder === undefined ? undefined : readEmbedderChoice(matching.embedder);
  return {
    options: {
      ...rest,
      ...(matching?.mode === undefined ? {} : { matching: matching.mode }),
      ...(authoring === undefined ? {} : { authoring: { mode: authoring } }),
      roots: [...roots.map((path) => ({ path })), ...(repository?.roots ?? [])],
      links: [...links, ...(repository?.links ?? [])],
      narrowing: [
        ...(ok ? [] : [CLOSED]),
        ...(runs === undefined ? [] : [{ runs }]),
        ...(authoring === "off" ? [{ authoring }] : []),
        ...(repository === undefined ? [] : [repository.narrowing]),
      ],
    },
    servers: ok ? (mcp?.servers ?? {}) : {},
    embedder: narrowerEmbedder(choice, repository?.embedder),
  };
}

/** The user's file may be a link to another location. */
async function readOwn(path: string, reading: Reading): Promise<ReadConfig | undefined> {
  const read = await readConfig(path, reading, () => true);
  if (read === undefined || read.ok) return read;
  const message = `until ${path} is fixed, no skill is offered to the model and no skill of a project is read`;
  reading.diagnostics.push(diagnose("config.closed", message, { path, hint: "fix the file" }));
  return read;
}

async function readShared(project: Project, reading: Reading): Promise<ReadConfig | undefined> {
  const own: Diagnostic[] = [];
  const outside = (path: string, real: string) => {
    if (isInside(real, project.realRoot)) return true;
    own.push(outsideProject(path, `${path} is a symbolic link to ${real}`));
    return false;
  };
  for (const directory of project.directories) {
    const path = joinPath(directory, FILE_NAME);
    const read = await readConfig(path, { ...reading, diagnostics: own }, (real) => outside(path, real));
    if (read === undefined && own.length === 0) continue;
    // The user may not be able to fix a repository, so problems in it are warnings.
    reading.diagnostics.push(...own.map((one) => ({ ...one, severity: "warning" as const })));
    if (read?.ok === false) reading.diagnostics.push(partlyIgnored(path));
    return read;
  }
  return undefined;
}

function partlyIgnored(path: string): Diagnostic {
  const message = `invalid settings in ${path} are ignored, including any that would turn something off`;
  return diagnose("config.ignored", message, { path, hint: "report it to the owner of the repository" });
}

async function readConfig(
  path: string,
  reading: Reading,
  mayBeAt: (real: string) => boolean,
): Promise<ReadConfig | undefined> {
  const { files, environment, diagnostics } = reading;
  const broken = (message: string): ReadConfig => {
    diagnostics.push(invalid(path, 1, message));
    return { path, file: {}, ok: false };
  };
  try {
    const real = await files.realpath(path);
    if (real === undefined || !mayBeAt(real)) return undefined;
    const read = await files.readText(real, MAX_BYTES);
    if (read?.text === undefined)
      return broken(
        read?.stat.kind === "file"
          ? `the file is larger than ${MAX_BYTES} bytes`
          : "this is not a regular file",
      );
    const parsed = parseConfig(read.text.replace(/^\uFEFF/, ""), path);
    diagnostics.push(...parsed.diagnostics);
    const file = withAbsolutePaths(parsed.value, parentPath(path), environment);
    return { path, file, ok: parsed.ok };
  } catch (error) {
    return broken(`the file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Directories, including that of a model, are relative to the file that names them. */
function withAbsolutePaths(file: Config, base: string, environment: Environment): Config {
  const { roots, links, matching, ...rest } = file;
  const absolute = (written: string) => resolvePath(base, expandUserPath(written, environment) ?? ".");
  const [, kind, path] = /^(onnx|dir):(.*)$/s.exec(matching?.embedder ?? "") ?? [];
  return {
    ...rest,
    ...(roots === undefined ? {} : { roots: roots.map(absolute) }),
    ...(links === undefined ? {} : { links: links.map(absolute) }),
    ...(matching === undefined
      ? {}
      : { matching: path === undefined ? matching : { ...matching, embedder: `${kind}:${absolute(path)}` } }),
  };
}
