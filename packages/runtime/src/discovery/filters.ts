import type { Glob } from "../basics/globs.ts";
import type { RuntimeOptions } from "../options.ts";
import type { DiscoveryPolicy, Provider } from "../profile.ts";
import type { Level } from "../skill.ts";

/** The provider and level of a skill. */
export interface FilterSource {
  readonly provider: string;
  readonly level: Level;
}

export interface Filters {
  readonly switches: Switches;
  readonly ignore: readonly Glob[];
  /** If empty, everything is included. */
  readonly include: readonly Glob[];
  /** The sources that have a switch of their own. Other providers depend on them. */
  readonly switched: readonly Pick<Provider, "id" | "level">[];
}

/** The rows of a profile's table that have a switch of their own. */
export function switchedProviders({
  providers,
  switches,
}: Pick<DiscoveryPolicy, "providers" | "switches">): Filters["switched"] {
  if (switches === undefined) return providers;
  return providers.filter(({ id, level }) => switches.includes(`${id}:${level}`));
}

export interface FilterResult {
  readonly kept: boolean;
  readonly reason?: string;
}

const KEPT: FilterResult = Object.freeze({ kept: true });

/** Returns the filter for the names of one source. In this order: source enabled, not ignored, included. */
export function skillFilter(source: FilterSource, filters: Filters): (name: string) => FilterResult {
  const { provider, level } = source;
  const { ignore, include } = filters;
  if (!isEnabled(source, filters)) {
    const isOwn = switchOf(filters.switches, provider, level) !== undefined;
    const off = dropped(
      isOwn
        ? `provider ${provider} is turned off at the ${level} level`
        : `provider ${provider} has no switch of its own at the ${level} level, and all that have one are turned off`,
    );
    return () => off;
  }
  return (name) => {
    if (ignore.some((matches) => matches(name))) return dropped(`${name} matches an ignore pattern`);
    if (include.length > 0 && !include.some((matches) => matches(name))) {
      return dropped(`${name} matches no include pattern`);
    }
    return KEPT;
  };
}

/**
 * True if a source is on. A provider without a switch of its own is on while any source that has one is. Directories
 * named by the caller are on unless they are switched off themselves.
 */
export function isEnabled(
  { provider, level }: FilterSource,
  { switches, switched }: Pick<Filters, "switches" | "switched">,
): boolean {
  const own = switchOf(switches, provider, level);
  if (own !== undefined) return own;
  if (level === "custom" || switched.length === 0) return true;
  if (switched.some((row) => row.id === provider)) return true;
  return switched.some((row) => switchOf(switches, row.id, row.level) !== false);
}

function dropped(reason: string): FilterResult {
  return { kept: false, reason };
}

/**
 * Switches by provider and level (`claude:project`), by provider (`claude`) or by level (`*:project`). The more
 * specific key wins; default on. The first layer is the host's; further layers can only turn off.
 */
export type Switches = readonly Readonly<Record<string, boolean>>[];

/** The switch for a provider's level; undefined if none matches. */
export function switchOf(switches: Switches, id: string, level: Level): boolean | undefined {
  const keys = [`${id}:${level}`, id, `*:${level}`];
  const said = switches.map((layer) => {
    const key = keys.find((candidate) => Object.hasOwn(layer, candidate));
    return key === undefined ? undefined : layer[key];
  });
  return said.includes(false) ? false : said[0];
}

/** The layers of switches in a host's options. */
export function switchesOf({
  providers = {},
  narrowing = [],
}: Pick<RuntimeOptions, "providers" | "narrowing">): Switches {
  const layers = narrowing.flatMap((layer) => (layer.providers === undefined ? [] : [layer.providers]));
  return [providers === false ? {} : providers, ...layers];
}
