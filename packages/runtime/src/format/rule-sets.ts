import { aiosRules } from "./rule-sets/aios.ts";
import { autopoiesisRules } from "./rule-sets/autopoiesis.ts";
import { claudeUploadRules } from "./rule-sets/claude-upload.ts";
import { ghPublishRules } from "./rule-sets/gh-publish.ts";
import { mcpRules } from "./rule-sets/mcp.ts";
import { metisRules } from "./rule-sets/metis.ts";
import type { RuleSet } from "./rule-sets/rule-set.ts";
import { skillsRefRules } from "./rule-sets/skills-ref.ts";
import { specRules } from "./rule-sets/spec.ts";

export type { RuleRow, RuleSet } from "./rule-sets/rule-set.ts";

/** Every rule set, the default first. `docs/reference/rules.md` has the same rows, and a test compares the two. */
export const RULE_SETS: readonly RuleSet[] = [
  specRules,
  skillsRefRules,
  mcpRules,
  claudeUploadRules,
  ghPublishRules,
  autopoiesisRules,
  aiosRules,
  metisRules,
];
