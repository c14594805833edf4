import { blocksCall } from "./blocks-call.ts";
import { concernsTool, matchesRule, objectToCall } from "./match-tool-rule.ts";
import { declaring, type ReadDeclaration, type ReadScope, type ToolDecision } from "./scope.ts";
import type { ToolCall, ToolNames, ToolRule } from "./tool-rule.ts";

/**
 * Decides in this order: the runtime's own tools, disallowed, not offered, not granted, every declaration, and skills of
 * servers: while one without granted tools is active, nothing is approved ahead (SEP-2640).
 */
export function decideCall(call: ToolCall, scope: ReadScope): ToolDecision {
  const { mode, always } = scope.options;
  if (always.includes(call.name)) return { verdict: "allow", reason: "it is one of the runtime's own tools" };
  const decision = judge(call, scope);
  if (mode !== "advisory") return decision;
  return { ...decision, verdict: "ask", reason: `the host decides; by the skills' word: ${decision.reason}` };
}

function judge(call: ToolCall, scope: ReadScope): ToolDecision {
  const { options, declarations, grants } = scope;
  const otherwise = options.mode === "restrict" ? "deny" : "ask";
  for (const { skill, disallowed } of declarations) {
    const rule = disallowed.find((each) => blocksCall(each, call, options));
    if (rule !== undefined) {
      const reason = `skill "${skill}" disallows what this call is or could be`;
      return { verdict: "deny", reason, rule: rule.source };
    }
  }
  if (options.host !== undefined && !options.host.includes(call.name)) {
    return { verdict: otherwise, reason: `the host offers no tool "${call.name.slice(0, 80)}"` };
  }
  if (options.grants !== undefined && !grants.some((rule) => matchesRule(rule, call, options))) {
    return { verdict: otherwise, reason: "the person did not grant this for the session" };
  }
  let first: ToolRule | undefined;
  for (const declaration of declaring(scope)) {
    const rule = declaration.allowed.find((each) => matchesRule(each, call, options));
    if (rule === undefined) return { verdict: otherwise, ...whyNot(declaration, call, options) };
    first ??= rule;
  }
  const stranger = declarations.find(({ remote, allowed }) => remote && allowed.length === 0);
  if (stranger !== undefined) {
    const reason = `skill "${stranger.skill}" comes from a server and was granted no tools`;
    return { verdict: "ask", reason };
  }
  if (first !== undefined) {
    return { verdict: "allow", reason: "every active skill that lists tools allows it", rule: first.source };
  }
  return {
    verdict: options.mode === "restrict" ? "allow" : "ask",
    reason: "no active skill lists its tools",
  };
}

/** Names the rule that came nearest, when one is about the same tool. */
function whyNot({ skill, allowed }: ReadDeclaration, call: ToolCall, names: ToolNames) {
  const near = allowed.find((rule) => concernsTool(rule, call, names));
  if (near === undefined) return { reason: `skill "${skill}" does not list the tool` };
  const reason = `skill "${skill}" does not allow this call: ${objectToCall(near, call, names)}`;
  return { reason, rule: near.source };
}
