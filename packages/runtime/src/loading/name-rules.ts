import { compileGlob, type Glob } from "../basics/globs.ts";
import type { OverrideRows, RuntimeOptions } from "../options.ts";
import type { Override } from "../skill.ts";

/** What the settings say about names. */
export interface NameRules {
  /** Empty means that everything is included. */
  readonly include: readonly Glob[];
  readonly overrideOf: (name: string) => Override | undefined;
}

/** How little each override leaves. */
const NARROWNESS: Readonly<Record<Override, number>> = { on: 0, "name-only": 1, "user-only": 2, off: 3 };

/** Compiles the host's settings about names together with a repository's, which can only narrow them. */
export function nameRules({ include, overrides, narrowing = {} }: RuntimeOptions): NameRules {
  const own = overrideFinder(overrides ?? []);
  const added = overrideFinder(narrowing.overrides ?? []);
  return {
    include: bothOf(include ?? [], narrowing.include ?? []),
    overrideOf: (name) => narrowerOf(own(name), added(name)),
  };
}

/** One glob that is true where both lists agree; a list without globs agrees to everything. */
function bothOf(one: readonly string[], other: readonly string[]): readonly Glob[] {
  const lists = [one, other].filter((globs) => globs.length > 0).map((globs) => globs.map(compileGlob));
  if (lists.length === 0) return [];
  return [(name) => lists.every((globs) => globs.some((matches) => matches(name)))];
}

function overrideFinder(
  overrides: Readonly<Record<string, Override>> | OverrideRows,
): (name: string) => Override | undefined {
  const pairs: OverrideRows = isRows(overrides) ? overrides : Object.entries(overrides);
  const rows = pairs.map(([glob, override]) => ({ matches: compileGlob(glob), override }));
  return (name) => rows.find((row) => row.matches(name))?.override;
}

function isRows(overrides: Readonly<Record<string, Override>> | OverrideRows): overrides is OverrideRows {
  return Array.isArray(overrides);
}

/** Of two that say the same, the host's own. */
function narrowerOf(own: Override | undefined, added: Override | undefined): Override | undefined {
  if (added === undefined || NARROWNESS[added] <= NARROWNESS[own ?? "on"]) return own;
  return added;
}
