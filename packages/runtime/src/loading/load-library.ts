import { isInside, resolvePath } from "../basics/paths.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { expandUserPath } from "../discovery/expand-pattern.ts";
import { switchesOf } from "../discovery/filters.ts";
import { findRoots, type Root } from "../discovery/find-roots.ts";
import { unreadableRoot } from "../discovery/walk-diagnostics.ts";
import type { KnowhowEvent } from "../events.ts";
import type { RootReport } from "../library.ts";
import type { LinkTarget, RuntimeOptions, SkillSource } from "../options.ts";
import type { Ports } from "../ports.ts";
import type { Profile, Provider } from "../profile.ts";
import { excludeFiltered } from "../resolution/exclude-filtered.ts";
import { resolveLibrary } from "../resolution/resolve-library.ts";
import { SkillLibrary } from "../resolution/skill-library.ts";
import { digestCopies } from "./digest-copies.ts";
import { lastScans } from "./hold-scanned.ts";
import { createCriteria, type Judgement, type LoadEngine } from "./judge-files.ts";
import { judgeRoot, type RootMemory } from "./judge-root.ts";

/** The result of a load: the library, its events, the directories to watch, and what the next load can reuse. */
export interface Loaded {
  readonly library: SkillLibrary;
  readonly events: readonly KnowhowEvent[];
  readonly directories: readonly string[];
  readonly roots: ReadonlyMap<string, RootMemory>;
  /** Problems of the sources when they were last refreshed. */
  readonly sourceDiagnostics: readonly Diagnostic[];
}

/** What a reload reuses. */
export interface PreviousLoad {
  readonly roots: ReadonlyMap<string, RootMemory>;
  /** Problems of the sources, which then are not refreshed; default: they are. */
  readonly sourceDiagnostics?: readonly Diagnostic[];
}

/**
 * The first half of the engine: roots → files → skills → library. `previous` lets a reload reuse what has not changed,
 * and keeps roots that cannot be read now; `known` are the diagnostics of the configuration.
 */
export async function loadLibrary(
  engine: LoadEngine,
  previous: PreviousLoad = { roots: new Map() },
  known: readonly Diagnostic[] = [],
): Promise<Loaded> {
  const { profile, options, ports } = engine;
  if (options.enabled === false) return nothingLoaded(known, ports);
  const sourceDiagnostics = previous.sourceDiagnostics ?? (await refreshSources(options.sources ?? []));
  const { value: roots, diagnostics: rootDiagnostics, absent } = await findRoots(rootOptions(engine), ports);
  // A link must not bring back what is turned off.
  const trusted = await trustedPaths(
    roots.filter(({ off }) => off !== true),
    options,
    ports,
  );
  const criteria = createCriteria(engine, await lastScans(engine));
  const { fileNames } = profile.format;
  const { limits } = profile.discovery;

  const rootPaths = new Set(roots.map(({ path }) => path));
  const clientFolders = hiddenFoldersOf(profile.discovery.providers);

  const bySeverity = severityFilter(profile);
  const diagnostics: Diagnostic[] = [...known, ...sourceDiagnostics, ...rootDiagnostics.flatMap(bySeverity)];
  const judgements: Judgement[] = [];
  const reports: RootReport[] = [];
  const directories: string[] = [...absent];
  const memories = new Map<string, RootMemory>();
  const events: KnowhowEvent[] = [];
  for (const root of roots) {
    const { walked, files, judgement, memory } = await judgeRoot(root, previous.roots.get(root.path), {
      walk: { fileNames, limits, trusted: trusted(root), roots: rootPaths, clientFolders },
      criteria,
    });
    const { value, diagnostics: walkDiagnostics } = walked;
    memories.set(root.path, memory);
    judgements.push(judgement);
    for (const directory of value.directories) directories.push(directory);
    // Nothing is reported about a source that is turned off.
    if (root.off === true) continue;
    for (const diagnostic of walkDiagnostics) diagnostics.push(...bySeverity(diagnostic));
    for (const diagnostic of judgement.diagnostics) diagnostics.push(diagnostic);
    reports.push({
      path: root.path,
      provider: root.provider.id,
      level: root.provider.level,
      found: files.length,
      readable: value.readable,
      ...(value.unseen.length === 0 ? {} : { unseen: value.unseen }),
    });
    if (!value.readable)
      events.push({ type: "root.failed", provider: root.provider.id, level: root.provider.level });
  }
  const filtered = excludeFiltered(
    judgements.flatMap((judgement) => judgement.candidates),
    profile.resolution,
  );
  const isSilent = profile.resolution.copies === "silent";
  const candidates = isSilent
    ? await digestCopies(filtered.candidates, criteria.digest)
    : filtered.candidates;
  const resolution = resolveLibrary(candidates, profile.resolution);
  const rejections = [...judgements.flatMap((judgement) => judgement.rejections), ...filtered.rejections];
  const parts = {
    entries: resolution.entries,
    rejections,
    roots: reports,
    diagnostics: [...diagnostics, ...resolution.diagnostics],
  };
  const skipped = rejections.flatMap((rejection): KnowhowEvent[] => {
    const last = rejection.decisions.at(-1);
    return last?.stage === "format"
      ? [
          {
            type: "skill.skipped",
            skill: rejection.name,
            code: rejection.code ?? last.outcome,
            severity: "warning",
          },
        ]
      : [];
  });
  return {
    library: new SkillLibrary(parts, ports.hash),
    events: [...events, ...skipped, ...resolution.events],
    directories,
    roots: memories,
    sourceDiagnostics,
  };
}

/** The hidden folders in which clients keep their files: `.claude`. They are roots or turned off. */
function hiddenFoldersOf(providers: readonly Provider[]): ReadonlySet<string> {
  const folders = providers.flatMap(({ roots }) => roots.map(({ at }) => at.split("/")[1] ?? ""));
  return new Set(folders.filter((folder) => folder.startsWith(".")));
}

/** Assigns the profile's severities to what was found while walking. */
function severityFilter({ format }: Profile): (diagnostic: Diagnostic) => readonly Diagnostic[] {
  return (diagnostic) => {
    const severity = format.severities[diagnostic.code];
    if (severity === undefined) return [diagnostic];
    return severity === "off" ? [] : [{ ...diagnostic, severity }];
  };
}

/** The result if skills are turned off. */
function nothingLoaded(diagnostics: readonly Diagnostic[], { hash }: Ports): Loaded {
  const library =
    diagnostics.length === 0
      ? SkillLibrary.empty(hash)
      : new SkillLibrary({ entries: [], rejections: [], roots: [], diagnostics }, hash);
  return { library, events: [], directories: [], roots: new Map(), sourceDiagnostics: [] };
}

/** Sources are refreshed concurrently, because each may be slow. */
async function refreshSources(sources: readonly SkillSource[]): Promise<readonly Diagnostic[]> {
  const refresh = async (source: SkillSource): Promise<readonly Diagnostic[]> => {
    try {
      return (await source.refresh?.()) ?? [];
    } catch (error) {
      return [unreadableRoot(source.root.path, error)];
    }
  };
  return (await Promise.all(sources.map(refresh))).flat();
}

function rootOptions({ profile, options, agentSkills }: LoadEngine) {
  return {
    providers: options.providers === false ? [] : [...profile.discovery.providers, agentSkills],
    custom: (options.roots ?? []).map((root) => (typeof root === "string" ? { path: root } : root)),
    customDefaults: profile.discovery.custom,
    switches: switchesOf(options),
    // A source that is turned off still has its names if filters come after the duplicates.
    withOff: profile.resolution.filters === "after",
  };
}

/**
 * Links may point into any root inside its boundary and into directories that the host allows. Directories named by a
 * repository apply to its own roots, as long as they are inside it.
 */
async function trustedPaths(
  roots: readonly Root[],
  options: RuntimeOptions,
  ports: Ports,
): Promise<(root: Root) => readonly string[]> {
  const trusted = new Set<string>();
  const named = new Set<string>();
  for (const { path, boundary, explicit } of roots) {
    const real = await realpathOf(path, ports);
    const fence = boundary === undefined ? undefined : await realpathOf(boundary, ports);
    if (real === undefined || (fence !== undefined && !isInside(real, fence))) continue;
    (explicit && fence !== undefined ? named : trusted).add(real);
  }
  for (const link of options.links ?? []) {
    const { path, within }: LinkTarget = typeof link === "string" ? { path: link } : link;
    const written = expandUserPath(path, ports.environment) ?? path;
    const real = await realpathOf(resolvePath(ports.environment.cwd, written), ports);
    if (real === undefined || (within !== undefined && !isInside(real, within))) continue;
    (within === undefined ? trusted : named).add(real);
  }
  const [all, own] = [[...trusted], [...trusted, ...named]];
  return ({ boundary }) => (boundary === undefined ? all : own);
}

/** A path that cannot be resolved is not trusted; the walk reports the problem. */
async function realpathOf(path: string, { files }: Ports): Promise<string | undefined> {
  try {
    return await files.realpath(path);
  } catch {
    return undefined;
  }
}
