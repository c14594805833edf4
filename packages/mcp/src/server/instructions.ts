import type { Runtime, SkillLibrary } from "@knowhow/runtime";
import { planCatalog } from "@knowhow/runtime/authoring";

/** Tokens for the catalogue in the server's instructions; clients cut long ones. */
const BUDGET = 2_000;

/** What a client without the extension tells its model at the start: how skills are used, and which there are. */
export function createInstructions(runtime: Runtime, budget: number = BUDGET): () => string {
  let known: { readonly library: SkillLibrary; readonly text: string } | undefined;
  return () => {
    const { library } = runtime;
    if (known?.library !== library) known = { library, text: write(library, runtime, budget) };
    return known.text;
  };
}

function write(library: SkillLibrary, { profile }: Runtime, budget: number): string {
  const search = profile.tools.find((tool) => tool.operation === "search");
  const how = search === undefined ? "" : `; find them with \`${search.name}\``;
  const { heading, instructions } = profile.catalog;
  const more = (count: number) => `(${count} more skills are not listed${how}.)`;
  const entries = library.discoveryIndex().map(([name, description]) => ({ name, description }));
  return planCatalog(entries, { budget, frame: { heading, instructions, more } }).text;
}
