import { NO_TOOLS } from "../../skill.ts";
import { blocksCall } from "./blocks-call.ts";
import { concernsTool, matchesRule, objectToCall } from "./match-tool-rule.ts";
import {
  declaring,
  type ReadDeclaration,
  type ReadScope,
  type ToolDecision,
  type ToolScopeMode,
  type ToolVerdict,
} from "./scope.ts";
import { namesOf } from "./tool-names.ts";
import type { ToolCall, ToolNames, ToolRule } from "./tool-rule.ts";

/** The verdict for each finding and mode; docs/guide/tool-scope.md explains every cell. */
const VERDICTS = {
  disallowed: { advisory: "defer", "pre-approve": "deny", restrict: "deny" },
  notOffered: { advisory: "defer", "pre-approve": "defer", restrict: "deny" },
  notListed: { advisory: "defer", "pre-approve": "defer", restrict: "deny" },
  notGranted: { advisory: "ask", "pre-approve": "ask", restrict: "deny" },
  remote: { advisory: "ask", "pre-approve": "ask", restrict: "ask" },
  listed: { advisory: "defer", "pre-approve": "allow", restrict: "defer" },
  undeclared: { advisory: "defer", "pre-approve": "defer", restrict: "defer" },
} as const satisfies Readonly<Record<string, Readonly<Record<ToolScopeMode, ToolVerdict>>>>;

type Situation = keyof typeof VERDICTS;

/** A fact about a call, and the skill or rule it comes from. */
interface Finding extends Omit<ToolDecision, "verdict"> {
  readonly situation: Situation;
}

const STRICTNESS: readonly ToolVerdict[] = ["allow", "defer", "ask", "deny"];

/**
 * Decides about a call by the strictest finding. The runtime's own tools are allowed, unless a skill denies to load
 * another one.
 */
export function decideCall(call: ToolCall, scope: ReadScope): ToolDecision {
  const { mode, always } = scope.options;
  if (always.includes(call.name)) {
    const denial = skillObjections(call, scope)
      .map((finding) => toDecision(finding, mode))
      .find(({ verdict }) => verdict === "deny");
    return denial ?? { verdict: "allow", reason: "it is one of the runtime's own tools" };
  }
  const findings = objections(call, scope);
  const decisions = (findings.length === 0 ? [approval(call, scope)] : findings).map((finding) =>
    toDecision(finding, mode),
  );
  return decisions.reduce((strictest, decision) =>
    STRICTNESS.indexOf(decision.verdict) > STRICTNESS.indexOf(strictest.verdict) ? decision : strictest,
  );
}

/** What the rules about the tool `Skill` say about loading a skill; a list without such a rule says nothing. */
function skillObjections(call: ToolCall, { options, declarations }: ReadScope): readonly Finding[] {
  if (options.loaders?.includes(call.name) !== true) return [];
  const isAboutSkills = ({ tool }: ToolRule) => namesOf(call.name, options).includes(tool);
  return declarations.flatMap((declaration): readonly Finding[] => {
    const { skill } = declaration;
    const blocking = declaration.disallowed.find(
      (rule) => isAboutSkills(rule) && blocksCall(rule, call, options),
    );
    if (blocking !== undefined) {
      const reason = `skill "${skill}" disallows loading this skill`;
      return [{ situation: "disallowed", reason, skill, rule: blocking.source }];
    }
    const allowed = declaration.allowed.filter(isAboutSkills);
    if (allowed.length === 0 || allowed.some((rule) => matchesRule(rule, call, options))) return [];
    const names = allowed.map(({ source }) => source).join(", ");
    const reason = `skill "${skill}" allows only ${names}`;
    return [{ situation: "notListed", reason, skill, rule: names }];
  });
}

function toDecision({ situation, ...said }: Finding, mode: ToolScopeMode): ToolDecision {
  const verdict = VERDICTS[situation][mode];
  if (mode !== "advisory" || verdict !== "defer" || said.skill === undefined) return { verdict, ...said };
  return { ...said, verdict, reason: `advisory only; the active skills say: ${said.reason}` };
}

function objections(call: ToolCall, scope: ReadScope): readonly Finding[] {
  const { options, declarations, grants } = scope;
  const findings: Finding[] = [];
  for (const { skill, disallowed } of declarations) {
    const rule = disallowed.find((each) => blocksCall(each, call, options));
    if (rule === undefined) continue;
    const reason = `skill "${skill}" disallows this call, or something this call could do`;
    findings.push({ situation: "disallowed", reason, skill, rule: rule.source });
  }
  if (options.host !== undefined && !options.host.includes(call.name))
    findings.push({
      situation: "notOffered",
      reason: `the host offers no tool "${call.name.slice(0, 80)}"`,
    });
  if (options.grants !== undefined && !grants.some((rule) => matchesRule(rule, call, options)))
    findings.push({ situation: "notGranted", reason: "the user has not granted this for the session" });
  for (const declaration of declarations) {
    const { skill, allowed, remote } = declaration;
    if (allowed.some((rule) => matchesRule(rule, call, options))) continue;
    if (allowed.length > 0) findings.push({ situation: "notListed", ...whyNot(declaration, call, options) });
    if (remote) findings.push({ situation: "remote", reason: whyAsk(declaration), skill });
  }
  return findings;
}

/** The finding if nothing objects to a call. */
function approval(call: ToolCall, scope: ReadScope): Finding {
  const [first] = declaring(scope);
  const rule = first?.allowed.find((each) => matchesRule(each, call, scope.options));
  if (first === undefined || rule === undefined)
    return { situation: "undeclared", reason: "no active skill lists its tools" };
  const reason = "every active skill that lists tools allows it";
  return { situation: "listed", reason, skill: first.skill, rule: rule.source };
}

/** The reason why no rule allows a call; names the closest rule for the same tool. */
function whyNot({ skill, allowed }: ReadDeclaration, call: ToolCall, names: ToolNames) {
  if (allowed.every(({ source }) => source === NO_TOOLS))
    return { reason: `the list of tools of skill "${skill}" is empty`, skill };
  const near = allowed.find((rule) => concernsTool(rule, call, names));
  if (near === undefined) return { reason: `skill "${skill}" does not list the tool`, skill };
  const reason = `skill "${skill}" does not allow this call: ${objectToCall(near, call, names)}`;
  return { reason, skill, rule: near.source };
}

function whyAsk({ skill, allowed }: ReadDeclaration): string {
  const granted = allowed.length === 0 ? "was granted no tools" : "was not granted this call";
  return `skill "${skill}" comes from a server and ${granted}`;
}
