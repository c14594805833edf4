import { nearestWord } from "../../basics/words.ts";
import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { NO_TOOLS } from "../../skill.ts";
import { concernsTool } from "./match-tool-rule.ts";
import type { ReadScope, ToolScopeOptions } from "./scope.ts";
import type { ToolRule } from "./tool-rule.ts";

/** Reports invalid rules, and rules for tools that the host does not offer. */
export function diagnoseRules({ options, declarations, grants }: ReadScope): readonly Diagnostic[] {
  return [
    ...declarations.flatMap(({ skill, allowed, disallowed }) => [
      ...unknown(allowed, `skill "${skill}" allows`, "it grants nothing"),
      ...unknown(disallowed, `skill "${skill}" disallows`, "every call of the tool that it names is refused"),
      ...allowed.flatMap((rule) => notOffered(rule, skill, options)),
    ]),
    ...unknown(grants, "the session grants", "it grants nothing"),
  ];
}

function unknown(rules: readonly ToolRule[], who: string, effect: string): readonly Diagnostic[] {
  return rules.flatMap((rule) =>
    rule.problem === undefined || rule.source === NO_TOOLS
      ? []
      : diagnose("execution.unknown-tool-rule", `${who} "${clip(rule.source)}": ${rule.problem}; ${effect}`, {
          hint: "write Name, mcp__server__*, Bash(git log:*), Edit(src/**) or WebFetch(domain:example.com)",
        }),
  );
}

function notOffered(rule: ToolRule, skill: string, options: ToolScopeOptions): readonly Diagnostic[] {
  const { host, always } = options;
  if (host === undefined || rule.problem !== undefined) return [];
  const offered = [...host, ...always];
  if (offered.some((name) => concernsTool(rule, { name }, options))) return [];
  const near = nearestWord(rule.tool, offered);
  const message = `skill "${skill}" allows "${clip(rule.source)}", but the host offers no such tool`;
  return [
    diagnose("execution.tool-not-offered", message, {
      hint: near === undefined ? undefined : `if ${near} is the same tool, name it in the host's aliases`,
    }),
  ];
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
