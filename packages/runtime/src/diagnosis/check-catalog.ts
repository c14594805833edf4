import { formatCount, formatNumber } from "../basics/words.ts";
import { estimateTokens } from "../format/estimate-tokens.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import { type DoctorCheck, item } from "./doctor-check.ts";

/** Above this, descriptions are shortened before the model sees them. */
const CATALOG_TOKENS = 10_000;

/** Number of skills in the full catalog, and about how many tokens it has. */
export interface CatalogSize {
  readonly skills: number;
  readonly tokens: number;
}

/** Measures the catalog as if nothing were shortened. */
export function measureCatalog(library: SkillLibrary): CatalogSize {
  const rows = library.discoveryIndex();
  const tokens = rows.reduce(
    (sum, [name, description]) => sum + estimateTokens(`- ${name}: ${description}\n`),
    0,
  );
  return { skills: rows.length, tokens };
}

/** Checks that the catalog can be shown in full. */
export function checkCatalog({ skills, tokens }: CatalogSize): DoctorCheck {
  const over = tokens > CATALOG_TOKENS;
  const hint = "shorten descriptions, or turn off skills that this project does not need";
  return {
    check: "catalog",
    status: over ? "warning" : "ok",
    summary: `${formatCount(skills, "skill")} in the catalog, about ${formatCount(tokens, "token")}`,
    items: over
      ? [item(`descriptions are shortened above ${formatNumber(CATALOG_TOKENS)} tokens`, { hint })]
      : [],
  };
}
