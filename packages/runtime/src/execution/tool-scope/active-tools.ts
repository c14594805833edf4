import { blocksTool } from "./blocks-call.ts";
import { concernsTool } from "./match-tool-rule.ts";
import { declaring, type ReadScope } from "./scope.ts";
import type { ToolRule } from "./tool-rule.ts";

/**
 * The host's tools that some call may still use, and the runtime's own. Undefined if the mode is advisory, nothing is
 * restricted, or the host's tools are unknown.
 */
export function activeTools(scope: ReadScope): readonly string[] | undefined {
  const { options, declarations, grants } = scope;
  const { mode, host, always } = options;
  const limits = mode === "restrict" ? declaring(scope) : [];
  const forbidden = declarations.flatMap(({ disallowed }) => disallowed);
  const granted = mode === "restrict" ? options.grants : undefined;
  const isFree = limits.length + forbidden.length === 0 && granted === undefined;
  if (mode === "advisory" || host === undefined || isFree) return undefined;
  const open = host.filter((name) => {
    const concerns = (rule: ToolRule) => rule.problem === undefined && concernsTool(rule, { name }, options);
    if (always.includes(name)) return true;
    if (forbidden.some((rule) => blocksTool(rule, name, options))) return false;
    if (granted !== undefined && !grants.some(concerns)) return false;
    return limits.every(({ allowed }) => allowed.some(concerns));
  });
  return [...new Set([...open, ...always])];
}
