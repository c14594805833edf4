import type { JsonValue } from "../../basics/copy-json.ts";
import { concernsTool } from "../tool-scope/match-tool-rule.ts";
import { parseToolRule } from "../tool-scope/parse-tool-rule.ts";
import { createToolScope, type ToolDeclaration } from "../tool-scope/tool-scope.ts";
import { valueTemplates } from "./step-templates.ts";

/**
 * The reason why skills deny a call; undefined if they do not, or if it depends on arguments that are not known yet.
 * Each skill's list is an upper bound.
 */
export function denyTool(
  name: string,
  input: JsonValue,
  declarations: readonly ToolDeclaration[],
): string | undefined {
  if (valueTemplates([], input).length > 0) return denyByName(name, declarations);
  const scope = createToolScope({ mode: "restrict", declarations, always: [] });
  const { verdict, reason } = scope.decide({ name, input });
  return verdict === "deny" ? reason : undefined;
}

/** Only rules without arguments can decide. */
function denyByName(name: string, declarations: readonly ToolDeclaration[]): string | undefined {
  const rulesFor = (rules: readonly string[] = []) =>
    rules.map((rule) => parseToolRule(rule)).filter((rule) => concernsTool(rule, { name }, {}));
  for (const { skill, allowed, disallowed } of declarations) {
    if (rulesFor(disallowed).some(({ argument }) => argument === undefined))
      return `skill "${skill}" disallows it`;
    if (allowed.length > 0 && rulesFor(allowed).length === 0) return `skill "${skill}" does not list it`;
  }
  return undefined;
}
