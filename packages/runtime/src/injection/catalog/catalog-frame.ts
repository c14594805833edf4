import type { Profile } from "../../profile.ts";
import type { CatalogFrame } from "./render-catalog.ts";

/**
 * The texts around the catalog of a profile: heading, instructions, and the line that counts what is not listed. If
 * paths are shown (`location`), the instructions name the file instead of a tool; with `only`, no tool is named.
 */
export function catalogFrame(
  { catalog, tools }: Pick<Profile, "catalog" | "tools">,
  location: boolean | "only" = catalog.location,
): CatalogFrame {
  const search = location === "only" ? undefined : tools.find((tool) => tool.operation === "search");
  const how = search === undefined ? "" : `; find them with \`${search.name}\``;
  return {
    heading: catalog.heading,
    instructions: location === false ? catalog.instructions : catalog.fileInstructions,
    more: (count) => `(${count} more skills are not listed${how}.)`,
  };
}
