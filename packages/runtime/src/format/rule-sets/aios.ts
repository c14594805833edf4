import type { RuleSet } from "./rule-set.ts";
import { specRules } from "./spec.ts";

/** The standard plus the fields of AIOS, which are not reported as foreign. */
export const aiosRules: RuleSet = {
  name: "aios",
  summary: "The agentskills.io specification with the extension fields of AIOS.",
  rows: specRules.rows.filter(({ code }) => code !== "format.extension-field"),
};
