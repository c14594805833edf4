import type { Provider } from "../profile.ts";
import type { Level } from "../skill.ts";
import type { Glob } from "./globs.ts";
import { type Switches, switchOf } from "./switches.ts";

/** What the filters look at. */
export interface FilterSubject {
  readonly provider: string;
  readonly level: Level;
  readonly name: string;
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

/** Decides in this order: source enabled, not ignored, included. */
export function filterSkill(subject: FilterSubject, filters: Filters): FilterResult {
  const { provider, level, name } = subject;
  if (!isEnabled(subject, filters)) return dropped(`provider ${provider} is switched off at ${level} level`);
  if (filters.ignore.some((matches) => matches(name))) return dropped(`${name} matches an ignore pattern`);
  if (filters.include.length > 0 && !filters.include.some((matches) => matches(name))) {
    return dropped(`${name} matches no include pattern`);
  }
  return { kept: true };
}

/** A provider nobody built in is on while any built-in one is; what the caller named is on until switched off itself. */
function isEnabled({ provider, level }: FilterSubject, { switches, builtinProviders }: Filters): boolean {
  const own = switchOf(switches, provider, level);
  if (own !== undefined) return own;
  if (level === "custom" || builtinProviders.length === 0) return true;
  if (builtinProviders.some((row) => row.id === provider)) return true;
  return builtinProviders.some((row) => switchOf(switches, row.id, row.level) !== false);
}

function dropped(reason: string): FilterResult {
  return { kept: false, reason };
}
