import { activeTools } from "./active-tools.ts";
import { decideCall } from "./decide-call.ts";
import { parseToolRule } from "./parse-tool-rule.ts";
import { type ReadScope, readMode, type ToolScope, type ToolScopeOptions } from "./scope.ts";
import { diagnoseRules } from "./scope-diagnostics.ts";

export type {
  ToolDecision,
  ToolDeclaration,
  ToolScope,
  ToolScopeMode,
  ToolScopeOptions,
  ToolVerdict,
} from "./scope.ts";
export type { ToolCall, ToolInput, ToolNames } from "./tool-rule.ts";

/**
 * Creates the current scope from the host's tools and the active skills' declarations. It is the intersection of all:
 * another skill never adds a permission, and the scope ends with the activation.
 */
export function createToolScope(options: ToolScopeOptions): ToolScope {
  const read = (sources: readonly string[] = []) => sources.map((source) => parseToolRule(source, options));
  const scope: ReadScope = {
    options: { ...options, mode: readMode(options.mode) },
    declarations: options.declarations.map(({ skill, allowed, disallowed, remote = false }) => {
      return { skill, allowed: read(allowed), disallowed: read(disallowed), remote };
    }),
    grants: read(options.grants),
  };
  return {
    activeTools: activeTools(scope),
    decide: (call) => decideCall(call, scope),
    diagnostics: diagnoseRules(scope),
  };
}
