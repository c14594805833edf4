import type { CatalogSummary } from "../../conversation.ts";
import type { Ports } from "../../ports.ts";
import type { Profile } from "../../profile.ts";
import type { SkillLibrary } from "../../resolution/skill-library.ts";
import { SkillAudience } from "../audience.ts";
import { catalogBudget, type SessionOptions } from "../session-options.ts";
import { writeBaseline } from "./baseline.ts";

/** The options of a session that decide how its catalog lists the skills. */
export type CatalogChoice = Pick<SessionOptions, "catalogBudget" | "contextWindow" | "uses">;

/** How the catalog of a new conversation lists the skills of a library. */
export function catalogOf(
  library: SkillLibrary,
  { profile, ports }: { readonly profile: Profile; readonly ports: Pick<Ports, "tokenizer"> },
  options: CatalogChoice,
): CatalogSummary {
  const { catalog } = writeBaseline(new SkillAudience(library, undefined).seen(), {
    profile,
    budget: catalogBudget(options),
    format: profile.catalog.format,
    location: profile.catalog.location,
    pins: new Set(),
    uses: new Map(Object.entries(options.uses ?? {})),
    preloaded: new Map(),
    tokenizer: ports.tokenizer,
  });
  return catalog;
}
