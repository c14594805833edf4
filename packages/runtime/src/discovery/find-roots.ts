import { isInside, resolvePath } from "../basics/paths.ts";
import { type Diagnostic, diagnose, type Outcome } from "../diagnostics.ts";
import { KnowhowError } from "../errors.ts";
import type { CustomRoot } from "../options.ts";
import type { Environment, FileSystem, Ports } from "../ports.ts";
import type { DiscoveryPolicy, Provider } from "../profile.ts";
import { expandStars, expandUserPath, pathsOf } from "./expand-pattern.ts";
import { type Switches, switchOf } from "./filters.ts";
import { findProject, type Project } from "./find-project.ts";

/** A directory that may contain skills, with its provider. */
export interface Root {
  readonly path: string;
  readonly provider: Omit<Provider, "roots">;
  /** Position among all roots. */
  readonly order: number;
  /** True if the caller named it. */
  readonly explicit: boolean;
  /** Real path of the project that its content must stay inside. */
  readonly boundary?: string;
  /** True if its source is turned off; only the names of its skills matter. */
  readonly off?: boolean;
}

export interface RootOptions {
  readonly providers: readonly Provider[];
  readonly custom: readonly CustomRoot[];
  readonly customDefaults: DiscoveryPolicy["custom"];
  readonly switches: Switches;
  /** True: roots of sources that are turned off are searched, too. Default false. */
  readonly withOff?: boolean;
}

/** The roots that exist, and the paths where others may be created later, for a watcher. */
export interface RootsFound extends Outcome<readonly Root[]> {
  readonly absent: readonly string[];
}

type RootPlace = Omit<Root, "order">;

/** A caller's own directory is trusted by default, but not what agents wrote in it. */
const AGENT_DEFAULTS = { id: "agent", priority: -1, depth: 1, hidden: false, trust: "review" } as const;

interface CustomPlace {
  readonly place: RootPlace;
  /** True if the `knowhow.json` of a repository names it. */
  readonly ofRepository: boolean;
}

/** Turns the provider table and the caller's directories into roots: first in table order, then the caller's. */
export async function findRoots(
  options: RootOptions,
  ports: Pick<Ports, "files" | "environment">,
): Promise<RootsFound> {
  const { files, environment } = ports;
  const { value: project, diagnostics: projectDiagnostics } = await findProject(files, environment);
  const { on, off } = await providerPlaces(options, ports, project);
  const custom = await withoutTurnedOff(customPlaces(options, environment, project), off, files);
  const places = withoutClaimed(on, custom);

  const roots: Root[] = [];
  const diagnostics: Diagnostic[] = [...projectDiagnostics];
  const absent: string[] = [];
  const seen = new Set<string>();
  for (const place of [...places, ...custom]) {
    if (seen.has(place.path)) continue;
    seen.add(place.path);
    if (await mayBeDirectory(place.path, files)) {
      roots.push({ ...place, order: roots.length });
    } else {
      absent.push(place.path);
      if (place.explicit) diagnostics.push(missing(place.path));
    }
  }
  return { value: roots, diagnostics, absent };
}

async function providerPlaces(
  { providers, switches, withOff = false }: RootOptions,
  { files, environment }: Pick<Ports, "files" | "environment">,
  project: Project,
): Promise<{ readonly on: readonly RootPlace[]; readonly off: readonly string[] }> {
  const places: RootPlace[] = [];
  const off: string[] = [];
  for (const { roots, ...provider } of providers) {
    const isOff = switchOf(switches, provider.id, provider.level) === false;
    const ofProject = provider.level === "project";
    for (const pattern of roots) {
      for (const path of pathsOf(pattern, environment, project)) {
        const fence = ofProject && isInside(path, project.root) ? { boundary: project.realRoot } : {};
        for (const directory of path.includes("*") ? await expandStars(path, files) : [path]) {
          if (isOff) off.push(directory);
          if (isOff && !withOff) continue;
          places.push({
            path: directory,
            provider,
            explicit: false,
            ...fence,
            ...(isOff ? { off: true } : {}),
          });
        }
      }
    }
  }
  return { on: places, off };
}

function customPlaces(
  { custom, customDefaults, switches }: RootOptions,
  environment: Environment,
  project: Project,
): readonly CustomPlace[] {
  return custom.flatMap(({ path: written, within, ...own }): CustomPlace[] => {
    const named = expandUserPath(written, environment);
    if (named === undefined) throw new KnowhowError("runtime.bad-option", "a root has an empty path");
    const path = resolvePath(environment.cwd, named);
    const provider = { ...customDefaults, ...(own.level === "agent" ? AGENT_DEFAULTS : {}), ...own };
    if (switchOf(switches, provider.id, provider.level) === false) return [];
    const fenced = provider.level === "project" && isInside(path, project.root);
    const place = { path, provider, explicit: true, ...(fenced ? { boundary: project.realRoot } : {}) };
    return [{ place, ofRepository: within !== undefined }];
  });
}

/** A root named by a repository must not re-enable a folder that the user turned off. */
async function withoutTurnedOff(
  custom: readonly CustomPlace[],
  off: readonly string[],
  files: FileSystem,
): Promise<readonly RootPlace[]> {
  if (off.length === 0 || !custom.some(({ ofRepository }) => ofRepository))
    return custom.map(({ place }) => place);
  const folders = await Promise.all(off.map((folder) => realOf(folder, files)));
  const places: RootPlace[] = [];
  for (const { place, ofRepository } of custom) {
    const real = ofRepository ? await realOf(place.path, files) : undefined;
    const isOff =
      real !== undefined && folders.some((folder) => isInside(real, folder) || isInside(folder, real));
    if (!isOff) places.push(place);
  }
  return places;
}

async function realOf(path: string, files: FileSystem): Promise<string> {
  try {
    return (await files.realpath(path)) ?? path;
  } catch {
    return path;
  }
}

/** The caller's directories take precedence, then the user's own folders: a project cannot claim the home directory. */
function withoutClaimed(places: readonly RootPlace[], custom: readonly RootPlace[]): readonly RootPlace[] {
  const named = new Set(custom.map((place) => place.path));
  const personal = new Set(
    places.filter((place) => place.provider.level !== "project").map((place) => place.path),
  );
  return places.filter(
    ({ path, provider }) => !named.has(path) && !(provider.level === "project" && personal.has(path)),
  );
}

/** A path that cannot be accessed stays in the list, so that the walk can report it. */
async function mayBeDirectory(path: string, files: FileSystem): Promise<boolean> {
  try {
    const stat = await files.stat(path);
    return stat?.kind === "directory" || stat?.kind === "link";
  } catch {
    return true;
  }
}

function missing(path: string): Diagnostic {
  return diagnose("discovery.root-missing", `directory not found: ${path}`, {
    path,
    hint: "create it, or remove it from the roots",
  });
}
