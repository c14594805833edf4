import { formatCount, formatNumber } from "../basics/words.ts";
import type { CatalogSummary } from "../conversation.ts";
import { estimateTokens } from "../format/estimate-tokens.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import { type DoctorCheck, item } from "./doctor-check.ts";

/** The catalog of a new session. */
export interface CatalogSize {
  readonly skills: number;
  /** About how many tokens it would have if nothing were shortened. */
  readonly tokens: number;
  /** Number of tokens that it may have. */
  readonly budget: number;
  readonly full: number;
  readonly shortened: number;
  readonly nameOnly: number;
  readonly omitted: number;
}

/** Measures the catalog as it is planned, and as if nothing were shortened. */
export function measureCatalog(library: SkillLibrary, planned: CatalogSummary): CatalogSize {
  const rows = library.discoveryIndex();
  const tokens = rows.reduce(
    (sum, [name, description]) => sum + estimateTokens(`- ${name}: ${description}\n`),
    0,
  );
  const { budget, full, shortened, nameOnly, omitted } = planned;
  return { skills: rows.length, tokens, budget, full, shortened, nameOnly, omitted: omitted.length };
}

/** Checks that the catalog can be shown in full at its budget. */
export function checkCatalog(size: CatalogSize, library: SkillLibrary): DoctorCheck {
  const { skills, tokens, budget, shortened, omitted } = size;
  // Of some skills the settings show the name only.
  const asked = library.entries().filter(({ state }) => state === "name-only").length;
  const nameOnly = Math.max(0, size.nameOnly - asked);
  const cut = [
    ...(shortened > 0 ? [`${formatNumber(shortened)} shortened`] : []),
    ...(nameOnly > 0 ? [`${formatNumber(nameOnly)} by name only`] : []),
    ...(omitted > 0 ? [`${formatNumber(omitted)} omitted`] : []),
  ];
  const hint = "shorten descriptions, or turn off skills that this project does not need";
  const message = `the catalog may have ${formatCount(budget, "token")}: ${cut.join(", ")}`;
  return {
    check: "catalog",
    status: cut.length > 0 ? "warning" : "ok",
    summary: `${formatCount(skills, "skill")} in the catalog, about ${formatCount(tokens, "token")}`,
    items: cut.length > 0 ? [item(message, { hint })] : [],
  };
}
