import type { Glob } from "../basics/globs.ts";
import type { RuntimeOptions } from "../options.ts";
import type { Provider } from "../profile.ts";
import type { Level } from "../skill.ts";

/** Where a skill comes from, as far as the filters ask. */
export interface FilterSource {
  readonly provider: string;
  readonly level: Level;
}

export interface Filters {
  readonly switches: Switches;
  readonly ignore: readonly Glob[];
  /** Empty means that everything is included. */
  readonly include: readonly Glob[];
  /** The rows that the profile knows; other providers follow them. */
  readonly builtinProviders: readonly Pick<Provider, "id" | "level">[];
}

export interface FilterResult {
  readonly kept: boolean;
  readonly reason?: string;
}

const KEPT: FilterResult = Object.freeze({ kept: true });

/** Prepares the decision about the names of one source, in this order: source enabled, not ignored, included. */
export function skillFilter(source: FilterSource, filters: Filters): (name: string) => FilterResult {
  const { provider, level } = source;
  const { ignore, include } = filters;
  if (!isEnabled(source, filters)) {
    const off = dropped(`provider ${provider} is turned off at the ${level} level`);
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

/** A provider nobody built in is on while any built-in one is; what the caller named is on until switched off itself. */
function isEnabled({ provider, level }: FilterSource, { switches, builtinProviders }: Filters): boolean {
  const own = switchOf(switches, provider, level);
  if (own !== undefined) return own;
  if (level === "custom" || builtinProviders.length === 0) return true;
  if (builtinProviders.some((row) => row.id === provider)) return true;
  return builtinProviders.some((row) => switchOf(switches, row.id, row.level) !== false);
}

function dropped(reason: string): FilterResult {
  return { kept: false, reason };
}

/**
 * On/off by provider and level (`claude:project`), by provider (`claude`) or by level (`*:project`); the more specific
 * key wins, absent is on. The first layer is the host's; further ones can only turn off.
 */
export type Switches = readonly Readonly<Record<string, boolean>>[];

/** What the switches say of a provider's level; undefined when they say nothing. */
export function switchOf(switches: Switches, id: string, level: Level): boolean | undefined {
  const keys = [`${id}:${level}`, id, `*:${level}`];
  const said = switches.map((layer) => {
    const key = keys.find((candidate) => Object.hasOwn(layer, candidate));
    return key === undefined ? undefined : layer[key];
  });
  return said.includes(false) ? false : said[0];
}

/** The layers of switches that a host's options hold. */
export function switchesOf({
  providers = {},
  narrowing = [],
}: Pick<RuntimeOptions, "providers" | "narrowing">): Switches {
  const layers = narrowing.flatMap((layer) => (layer.providers === undefined ? [] : [layer.providers]));
  return [providers === false ? {} : providers, ...layers];
}
