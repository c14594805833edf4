import { createToolScope, type ToolDeclaration, type ToolScopeOptions } from "../tool-scope/tool-scope.ts";

/** Name under which the lists of tools of skills allow and deny scripts. */
export const SCRIPT_TOOL = "skill_run";

/**
 * The reason why a skill on the way to a script denies it; undefined if none does. What a skill allows limits others, not
 * the scripts that are part of it.
 */
export function denyScript(
  { skill, script }: { readonly skill: string; readonly script: string },
  declarations: readonly ToolDeclaration[],
  scope: Partial<ToolScopeOptions> = {},
): string | undefined {
  const { verdict, reason } = createToolScope({
    ...scope,
    mode: "restrict",
    declarations: declarations.map((each) => (each.skill === skill ? { ...each, allowed: [] } : each)),
    always: [],
  }).decide({ name: SCRIPT_TOOL, input: { name: skill, script } });
  return verdict === "deny" ? reason : undefined;
}
