import { isVisible, type Runtime, type SessionOptions } from "@knowhow/runtime";
import { type CatalogForm, planCatalog } from "@knowhow/runtime/authoring";
import type { Profile } from "@knowhow/runtime/profiles";

/** The cost of one skill in the catalog. */
export interface CatalogCost {
  readonly name: string;
  readonly form: CatalogForm;
  readonly tokens: number;
}

/**
 * The cost of each skill in the catalog of a session, the most expensive first. A session reports only the sum, so the
 * catalog is planned again from the same library, options and budget.
 */
export function catalogCosts(
  { library, profile }: Pick<Runtime, "library" | "profile">,
  options: SessionOptions,
  budget: number,
): readonly CatalogCost[] {
  const { heading, instructions, format, location } = profile.catalog;
  const withLocation = options.location ?? location;
  const entries = library.entries().flatMap(({ skill: { name, description, path }, state }) => {
    if (!isVisible(state)) return [];
    const marks = { nameOnly: state === "name-only", pinned: options.pins?.includes(name) ?? false };
    return [{ name, description, ...marks, ...(withLocation ? { location: path } : {}) }];
  });
  const { report } = planCatalog(entries, {
    budget,
    format: options.catalogFormat ?? format,
    frame: { heading, instructions, more: (left) => moreLine(left, profile) },
  });
  return report.costs.filter(({ form }) => form !== "omitted").sort((a, b) => b.tokens - a.tokens);
}

/** The same line as in a session, because its length counts against the budget. */
function moreLine(left: number, { tools }: Profile): string {
  const search = tools.find((tool) => tool.operation === "search");
  const way = search === undefined ? "" : `; find them with \`${search.name}\``;
  return `(${left} more skills are not listed${way}.)`;
}
