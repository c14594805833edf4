import { blocksTool } from "./blocks-call.ts";
import { concernsTool } from "./match-tool-rule.ts";
import { declaring, type ReadScope } from "./scope.ts";
import type { ToolRule } from "./tool-rule.ts";

/**
 * The host's tools of which some call may still pass, and the runtime's own; undefined when the mode is advisory,
 * when nothing is taken away, or when the host did not say what it offers.
 */
export function activeTools(scope: ReadScope): readonly string[] | undefined {
  const { options, declarations, grants } = scope;
  const { mode, host, always } = options;
  const limits = mode === "restrict" ? declaring(scope) : [];
  const forbidden = declarations.flatMap(({ disallowed }) => disallowed);
  if (mode === "advisory" || host === undefined || limits.length + forbidden.length === 0) return undefined;
  const open = host.filter((name) => {
    const concerns = (rule: ToolRule) => rule.problem === undefined && concernsTool(rule, { name }, options);
    if (always.includes(name)) return true;
    if (forbidden.some((rule) => blocksTool(rule, name, options))) return false;
    return grants.some(concerns) || limits.every(({ allowed }) => allowed.some(concerns));
  });
  return [...new Set([...open, ...always])];
}
