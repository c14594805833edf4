import { type Diagnostic, diagnose, type Outcome } from "../diagnostics.ts";
import { personPath } from "../discovery/expand-pattern.ts";
import { findProject, type Project } from "../discovery/find-project.ts";
import type { CustomRoot, RuntimeOptions } from "../options.ts";
import { isInside, joinPath, parentPath, resolvePath } from "../paths.ts";
import type { Environment, FileSystem, Ports } from "../ports.ts";
import { PROFILES } from "../profiles/find-profile.ts";
import { type ConfigFile, invalid, parseConfig } from "./config-shape.ts";
import { knowhowDirectories } from "./directories.ts";

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
    | "config"
  >;
  /** Most general first. */
  readonly paths: readonly string[];
}

interface ReadConfig {
  readonly path: string;
  readonly file: ConfigFile;
}

/**
 * Reads the person's `knowhow.json` and the nearest one between the working directory and the project's root.
 * The project's settings come on top of the person's, but a repository can only narrow what the person allows:
 * it cannot switch on what the person switched off, lead links or roots out of itself, or choose a profile that trusts it.
 */
export async function loadConfig({
  files,
  environment,
}: Pick<Ports, "files" | "environment">): Promise<Outcome<LoadedConfig>> {
  const diagnostics: Diagnostic[] = [];
  const project = await findProject(files, environment);
  const own = await readPersonal(joinPath(knowhowDirectories(environment).config, FILE_NAME), files);
  const shared = await readShared(project, files, diagnostics);
  const person = own === undefined ? {} : personal(own, environment);
  const repository = shared === undefined ? {} : narrowed(shared, { environment, project, diagnostics });
  const paths = [own, shared].flatMap((read) => (read === undefined ? [] : [read.path]));
  return { value: { options: merge(person, repository), paths }, diagnostics };
}

type Options = LoadedConfig["options"];

/** The person may keep the file elsewhere and link to it. */
async function readPersonal(path: string, files: FileSystem): Promise<ReadConfig | undefined> {
  const real = await files.realpath(path);
  return real === undefined ? undefined : { path, file: await readConfig(path, real, files) };
}

async function readShared(
  project: Project,
  files: FileSystem,
  diagnostics: Diagnostic[],
): Promise<ReadConfig | undefined> {
  for (const directory of project.directories) {
    const path = joinPath(directory, FILE_NAME);
    const real = await files.realpath(path);
    if (real === undefined) continue;
    if (isInside(real, project.realRoot)) return { path, file: await readConfig(path, real, files) };
    diagnostics.push(outside(path, `${path} links to ${real}`));
    return undefined;
  }
  return undefined;
}

async function readConfig(path: string, real: string, files: FileSystem): Promise<ConfigFile> {
  const read = await files.readText(real, MAX_BYTES);
  if (read?.text !== undefined) return parseConfig(read.text.replace(/^\uFEFF/, ""), path);
  const reason =
    read?.stat.kind === "file" ? `the file is larger than ${MAX_BYTES} bytes` : "this is no regular file";
  throw invalid(path, 1, reason);
}

/** The person's own word, with absolute paths. */
function personal({ path, file }: ReadConfig, environment: Environment): Options {
  const { $schema, roots, links, ...rest } = file;
  const absolute = (written: string) =>
    resolvePath(parentPath(path), personPath(written, environment) ?? ".");
  return {
    ...rest,
    ...(roots === undefined ? {} : { roots: roots.map((root) => ({ path: absolute(root) })) }),
    ...(links === undefined ? {} : { links: links.map(absolute) }),
  };
}

interface Narrowing {
  readonly environment: Environment;
  readonly project: Project;
  readonly diagnostics: Diagnostic[];
}

/** What a repository may say: its roots are a project's, with a project's trust, and everything stays inside it. */
function narrowed(read: ReadConfig, { environment, project, diagnostics }: Narrowing): Options {
  const { path } = read;
  const { roots = [], links = [], profile, ...rest } = personal(read, environment);
  const within = (directory: string): boolean => {
    if (isInside(directory, project.root)) return true;
    diagnostics.push(outside(path, `${path} names ${directory}, outside the project`));
    return false;
  };
  const kept = roots.flatMap((root): CustomRoot[] => {
    const directory = typeof root === "string" ? root : root.path;
    return within(directory) ? [{ path: directory, level: "project", trust: "ask" }] : [];
  });
  const refused = typeof profile === "string" && trustsProject(profile);
  if (refused) diagnostics.push(profileRefused(path, profile));
  return {
    ...rest,
    roots: kept,
    links: links.filter(within),
    ...(profile === undefined || refused ? {} : { profile }),
  };
}

/** True when a profile trusts, without asking, a folder that a repository brings along. */
function trustsProject(name: string): boolean {
  const providers = PROFILES.find((profile) => profile.name === name)?.discovery.providers ?? [];
  return providers.some(
    ({ trust, roots }) => trust === "trusted" && roots.some(({ at }) => /\{(cwd|project|up)\}/.test(at)),
  );
}

/** Off beats on, the person's overrides come first, lists are joined, and else the project's setting counts. */
function merge(person: Options, repository: Options): Options {
  const off = Object.entries(repository.providers || {}).filter(([, on]) => !on);
  return {
    ...person,
    ...repository,
    ...lowest("enabled", person, repository),
    ...lowest("commands", person, repository),
    roots: [...(person.roots ?? []), ...(repository.roots ?? [])],
    links: [...(person.links ?? []), ...(repository.links ?? [])],
    ignore: [...(person.ignore ?? []), ...(repository.ignore ?? [])],
    providers: { ...person.providers, ...Object.fromEntries(off) },
    overrides: { ...person.overrides, ...withoutKeys(repository.overrides ?? {}, person.overrides ?? {}) },
    config: { ...person.config, ...repository.config },
  };
}

function lowest(key: "enabled" | "commands", person: Options, repository: Options): Partial<Options> {
  return person[key] === false || repository[key] === false ? { [key]: false } : {};
}

function withoutKeys<T>(
  record: Readonly<Record<string, T>>,
  taken: Readonly<Record<string, unknown>>,
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !Object.hasOwn(taken, key)));
}

function outside(path: string, message: string): Diagnostic {
  return diagnose("config.outside-project", `${message}; that is ignored`, {
    path,
    hint: "a repository cannot reach out of itself; put the setting into your own knowhow.json",
  });
}

function profileRefused(path: string, profile: string): Diagnostic {
  return diagnose(
    "config.profile-refused",
    `${path} asks for the profile "${profile}", which would trust the repository itself`,
    {
      path,
      hint: `put "profile": "${profile}" into your own knowhow.json if you want it`,
    },
  );
}
