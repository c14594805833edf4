import type { Runtime, SkillLibrary } from "@knowhow/runtime";
import { catalogFrame, planCatalog } from "@knowhow/runtime/authoring";

/** Maximum number of tokens for the catalog in the server's instructions; clients truncate long ones. */
const BUDGET = 2_000;

/** Instructions for clients without the extension: how to use skills, and which there are. */
export function createInstructions(runtime: Runtime, budget: number = BUDGET): () => string {
  let known: { readonly library: SkillLibrary; readonly text: string } | undefined;
  return () => {
    const { library } = runtime;
    if (known?.library !== library) known = { library, text: write(library, runtime, budget) };
    return known.text;
  };
}

function write(library: SkillLibrary, { profile }: Runtime, budget: number): string {
  const entries = library.discoveryIndex().map(([name, description]) => ({ name, description }));
  return planCatalog(entries, { budget, frame: catalogFrame(profile) }).text;
}
