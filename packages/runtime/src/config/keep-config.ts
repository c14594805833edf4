import { type Diagnostic, diagnose } from "../diagnostics.ts";
import type { EngineConfig } from "../engine.ts";
import type { RuntimeOptions, SkillSource } from "../options.ts";
import type { Ports } from "../ports.ts";
import { lowestAuthoring, lowestRuns, type Profile } from "../profile.ts";
import { findProfile } from "../profiles/find-profile.ts";
import { applyNarrowing, combineOptions } from "./combine-options.ts";
import { type LoadedConfig, loadConfig, loadConfigObject } from "./load-config.ts";
import { asConfig } from "./parse-config.ts";

/** The options and the profile of a runtime; a reload reads the configuration again. */
export interface KeptConfig extends EngineConfig {
  options(): RuntimeOptions;
  profile(): Profile;
  /** The configuration files that were read, the user's own first. */
  paths(): readonly string[];
}

/** The configuration at one point in time. */
interface ConfigSnapshot {
  readonly loaded: LoadedConfig;
  readonly options: RuntimeOptions;
  readonly profile: Profile;
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING: LoadedConfig = { options: {}, servers: {}, embedder: undefined, paths: [], places: [] };

/**
 * Reads the configuration and combines it with the host's options. A reload applies every setting except `profile`,
 * `mcp` and `matching.embedder`, which need a new runtime; a server that was removed is turned off immediately.
 */
export async function keepConfig(
  ports: Pick<Ports, "files" | "environment">,
  host: RuntimeOptions,
): Promise<KeptConfig> {
  const start = await read(ports, host);
  const sources = await openSources(host, start.value);
  let now = snapshotOf(start);

  function snapshotOf({ value, diagnostics }: ConfigReading): ConfigSnapshot {
    const combined = {
      ...combineOptions(host, value.options),
      sources,
      ...startupSettings(start.value, host),
    };
    const narrowing = [...(combined.narrowing ?? []), ...removedServers(start.value, value)];
    const profile = findProfile(combined.profile ?? "agentskills");
    const options = applyNarrowing({ ...combined, narrowing }, profile.matching.mode);
    const mode = options.matching ?? profile.matching.mode;
    const runs = lowestRuns(profile.runs, narrowing);
    const authoring = lowestAuthoring(options.authoring?.mode ?? profile.authoring.mode, narrowing);
    const isSame =
      mode === profile.matching.mode && runs === profile.runs && authoring === profile.authoring.mode;
    return {
      loaded: value,
      options,
      profile: isSame
        ? profile
        : {
            ...profile,
            runs,
            matching: { ...profile.matching, mode },
            authoring: { ...profile.authoring, mode: authoring },
          },
      diagnostics: [
        ...diagnostics,
        ...disabled(value, host, options),
        ...unconnected(value, host, options),
        ...needsRestart(start.value, value),
      ],
    };
  }

  return {
    options: () => now.options,
    profile: () => now.profile,
    diagnostics: () => now.diagnostics,
    paths: () => now.loaded.paths,
    places: () => now.loaded.places,
    reload: async () => {
      if (host.config !== "files") return;
      now = snapshotOf(await read(ports, host));
    },
  };
}

interface ConfigReading {
  readonly value: LoadedConfig;
  readonly diagnostics: readonly Diagnostic[];
}

async function read(
  ports: Pick<Ports, "files" | "environment">,
  { config = false, embedder: written }: RuntimeOptions,
): Promise<ConfigReading> {
  const { value, diagnostics } = await readSource(ports, config);
  if (written === undefined) return { value, diagnostics };
  const chosen = loadConfigObject({ matching: { embedder: written } }, ports.environment);
  return { value: { ...value, embedder: chosen.embedder }, diagnostics };
}

async function readSource(
  ports: Pick<Ports, "files" | "environment">,
  config: NonNullable<RuntimeOptions["config"]>,
): Promise<ConfigReading> {
  if (config === false) return { value: NOTHING, diagnostics: [] };
  if (config === "files") return loadConfig(ports);
  return { value: loadConfigObject(asConfig(config), ports.environment), diagnostics: [] };
}

/** Servers are connected once, and only if skills other than the host's own are wanted. */
async function openSources(
  host: RuntimeOptions,
  { servers, options }: LoadedConfig,
): Promise<readonly SkillSource[]> {
  const own = host.sources ?? [];
  const isWanted = isEnabled(combineOptions(host, options)) && host.providers !== false;
  if (host.servers === undefined || !isWanted || Object.keys(servers).length === 0) return own;
  return [...own, ...(await host.servers(servers))];
}

function isEnabled({ enabled, narrowing = [] }: RuntimeOptions): boolean {
  return enabled !== false && narrowing.every((layer) => layer.enabled !== false);
}

/**
 * Settings that a running engine keeps: different tools or another model in the middle of a conversation would confuse
 * it.
 */
function startupSettings(
  { options: { profile = "agentskills" }, embedder }: LoadedConfig,
  host: RuntimeOptions,
): Pick<RuntimeOptions, "profile" | "embedders"> {
  const { embedders } = host;
  return {
    profile: host.profile ?? profile,
    ...(typeof embedders === "function" ? { embedders: () => embedders(embedder) } : {}),
    ...(Array.isArray(embedders) && embedder?.kind === "none" ? { embedders: [] } : {}),
  };
}

function removedServers(
  start: LoadedConfig,
  { servers }: LoadedConfig,
): NonNullable<RuntimeOptions["narrowing"]> {
  const gone = Object.keys(start.servers).filter((label) => !Object.hasOwn(servers, label));
  if (gone.length === 0) return [];
  return [{ providers: Object.fromEntries(gone.map((label) => [`mcp:${label}`, false])) }];
}

/** Explains why the library is empty. */
function disabled(
  { paths: [path] }: LoadedConfig,
  host: RuntimeOptions,
  { enabled }: RuntimeOptions,
): readonly Diagnostic[] {
  if (enabled !== false || host.enabled === false) return [];
  const message = '"enabled" is false in the configuration, so no skills are searched for';
  return [diagnose("config.disabled", message, { path, hint: 'remove "enabled" from knowhow.json' })];
}

/** Reports settings that this application ignores. */
function unconnected(
  { servers, embedder, paths: [path] }: LoadedConfig,
  host: RuntimeOptions,
  { enabled }: RuntimeOptions,
): readonly Diagnostic[] {
  const said: Diagnostic[] = [];
  const labels = Object.keys(servers);
  const isWanted = enabled !== false && host.providers !== false;
  if (labels.length > 0 && host.servers === undefined && isWanted)
    said.push(
      diagnose(
        "config.servers-not-connected",
        `the configuration names MCP servers (${labels.join(", ")}); this application does not connect them`,
        { path, hint: "pass `servers` to createRuntime, for instance from @knowhow/mcp/client" },
      ),
    );
  if (embedder !== undefined && embedder.kind !== "none" && host.embedders === undefined)
    said.push(
      diagnose(
        "config.embedder-not-opened",
        `the configuration chooses an embedder (${embedder.kind}); this application does not open one`,
        { path, hint: "pass `embedders` to createRuntime, for instance from @knowhow/embeddings" },
      ),
    );
  return said;
}

function needsRestart(start: LoadedConfig, now: LoadedConfig): readonly Diagnostic[] {
  const parts = (config: LoadedConfig) => ({
    profile: config.options.profile,
    mcp: config.servers,
    "matching.embedder": config.embedder,
  });
  const [before, after] = [Object.entries(parts(start)), Object.values(parts(now))];
  const changed = before.flatMap(([key, value], at) =>
    JSON.stringify(value) === JSON.stringify(after[at]) ? [] : [key],
  );
  if (changed.length === 0) return [];
  const message = `${changed.join(" and ")} changed in the configuration; this takes effect after a restart`;
  return [diagnose("config.restart-needed", message, { path: now.paths[0], hint: "restart the program" })];
}
