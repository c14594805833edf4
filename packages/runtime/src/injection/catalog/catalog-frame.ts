import type { Profile } from "../../profile.ts";
import type { CatalogFrame } from "./render-catalog.ts";

/**
 * The texts around the catalog of a profile: heading, instructions, and the line that counts what is not listed. If
 * paths are shown (`location`), the instructions name the file instead of a tool.
 */
export function catalogFrame(
  { catalog, tools }: Pick<Profile, "catalog" | "tools">,
  location: boolean = catalog.location,
): CatalogFrame {
  const search = tools.find((tool) => tool.operation === "search");
  const how = search === undefined ? "" : `; find them with \`${search.name}\``;
  return {
    heading: catalog.heading,
    instructions: location ? catalog.fileInstructions : catalog.instructions,
    more: (count) => `(${count} more skills are not listed${how}.)`,
  };
}
