import { compileGlob, type Glob } from "../basics/globs.ts";
import type { OverrideRows, RuntimeOptions } from "../options.ts";
import type { Override } from "../skill.ts";

/** The settings about names. */
export interface NameRules {
  /** If empty, everything is included. */
  readonly include: readonly Glob[];
  readonly overrideOf: (name: string) => Override | undefined;
}

/** How restrictive each override is. */
const NARROWNESS: Readonly<Record<Override, number>> = { on: 0, "name-only": 1, "user-only": 2, off: 3 };

/** Compiles the host's settings about names and the layers that restrict them. */
export function nameRules({
  include,
  overrides,
  narrowing = [],
}: Pick<RuntimeOptions, "include" | "overrides" | "narrowing">): NameRules {
  const own = overrideFinder(overrides ?? []);
  const added = narrowing.flatMap((layer) =>
    layer.overrides === undefined ? [] : [overrideFinder(layer.overrides)],
  );
  return {
    include: allOf([include ?? [], ...narrowing.map((layer) => layer.include ?? [])]),
    overrideOf: (name) => added.reduce((narrowest, of) => narrowerOf(narrowest, of(name)), own(name)),
  };
}

/** One glob that matches what all lists match; an empty list matches everything. */
function allOf(given: readonly (readonly string[])[]): readonly Glob[] {
  const lists = given.filter((globs) => globs.length > 0).map((globs) => globs.map(compileGlob));
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

/** If both are equally restrictive, the host's own. */
function narrowerOf(own: Override | undefined, added: Override | undefined): Override | undefined {
  if (added === undefined || NARROWNESS[added] <= NARROWNESS[own ?? "on"]) return own;
  return added;
}
