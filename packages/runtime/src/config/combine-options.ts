import { isRecord } from "../basics/is-record.ts";
import type { Narrowing, RuntimeOptions } from "../options.ts";
import { lowestMode, type MatchingMode } from "../profile.ts";
import type { ScanSettings } from "../scan.ts";
import type { ConfiguredOptions } from "./load-config.ts";

/**
 * Combines the host's options with the configuration's. The host's values win (`profile`, `matching`, values of
 * `skillConfig`), directories and ignored names are merged, and restrictions of the configuration always apply.
 */
export function combineOptions(host: RuntimeOptions, configured: ConfiguredOptions): RuntimeOptions {
  const { narrowing = [], roots = [], links = [], ignore = [], ...rest } = configured;
  const isAlone = host.providers === false;
  return {
    ...rest,
    ...host,
    roots: [...(host.roots ?? []), ...(isAlone ? [] : roots)],
    links: [...(host.links ?? []), ...links],
    ignore: [...(host.ignore ?? []), ...ignore],
    skillConfig: filledUp(host.skillConfig ?? {}, configured.skillConfig ?? {}),
    authoring: { ...configured.authoring, ...host.authoring },
    scan: filledCells(host.scan ?? {}, configured.scan ?? {}),
    narrowing: [...(host.narrowing ?? []), userLayer(configured), ...narrowing],
  };
}

/** The restrictions from the user's configuration. */
function userLayer({
  enabled,
  commands,
  infer,
  providers,
  include,
  overrides,
  scan,
}: ConfiguredOptions): Narrowing {
  return {
    ...(enabled === false ? { enabled } : {}),
    ...(commands === false ? { commands } : {}),
    ...(infer === false ? { infer } : {}),
    ...(providers === undefined || providers === false ? {} : { providers }),
    ...(include === undefined ? {} : { include }),
    ...(overrides === undefined ? {} : { overrides: rowsOf(overrides) }),
    ...(scan === undefined ? {} : { scan }),
  };
}

/** Applies all restrictions that can be merged into one value. Names and providers are evaluated layer by layer. */
export function applyNarrowing(options: RuntimeOptions, mode: MatchingMode): RuntimeOptions {
  const { narrowing = [] } = options;
  const isOff = (key: "enabled" | "commands" | "infer") => narrowing.some((layer) => layer[key] === false);
  return {
    ...options,
    ...(isOff("enabled") ? { enabled: false } : {}),
    ...(isOff("commands") ? { commands: false } : {}),
    ...(isOff("infer") ? { infer: false } : {}),
    ignore: [...(options.ignore ?? []), ...narrowing.flatMap((layer) => layer.ignore ?? [])],
    matching: lowestMode(options.matching ?? mode, narrowing),
  };
}

function rowsOf(overrides: NonNullable<RuntimeOptions["overrides"]>): NonNullable<Narrowing["overrides"]> {
  return isRecord(overrides) ? Object.entries(overrides) : overrides;
}

/** The cells of the first settings, completed by those of the second that the first do not set. */
function filledCells(own: ScanSettings, added: ScanSettings): ScanSettings {
  return {
    level: { ...added.level, ...own.level },
    user: { ...added.user, ...own.user },
    host: { ...added.host, ...own.host },
  };
}

type Values = Readonly<Record<string, unknown>>;

/** The first values, completed by those of the second that the first do not set. */
function filledUp(own: Values, added: Values): Values {
  const spoken = new Set(Object.keys(own).map(firstPart));
  const rest = Object.entries(added).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    const mine = Object.hasOwn(own, key) ? own[key] : undefined;
    if (isRecord(mine) && isRecord(value)) return [[key, filledUp(mine, value)]];
    return spoken.has(firstPart(key)) ? [] : [[key, value]];
  });
  return Object.fromEntries([...Object.entries(own), ...rest]);
}

/** `a.b` is another way to write `b` inside `a`. */
function firstPart(key: string): string {
  return key.split(".", 1)[0] ?? key;
}
