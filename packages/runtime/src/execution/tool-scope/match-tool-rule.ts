import { objectToUrl } from "./domain.ts";
import { parseCommand } from "./parse-command.ts";
import { objectToPath } from "./path-pattern.ts";
import { programRisk } from "./program-risk.ts";
import { readInput } from "./read-input.ts";
import { namesOf, namesTool } from "./tool-names.ts";
import type { ToolArgument, ToolCall, ToolNames, ToolRule } from "./tool-rule.ts";

/** True if a rule covers a call. Compares the parsed argument, never a prefix of its text. */
export function matchesRule(rule: ToolRule, call: ToolCall, names: ToolNames = {}): boolean {
  return concernsTool(rule, call, names) && objectToCall(rule, call, names) === undefined;
}

/** True if a rule is about the tool of a call, whatever the input. */
export function concernsTool(rule: ToolRule, call: Pick<ToolCall, "name">, names: ToolNames): boolean {
  return namesOf(call.name, names).some((name) => namesTool(rule.tool, name));
}

/** The reason why a rule for this tool does not cover the input; undefined if it does. */
export function objectToCall(rule: ToolRule, call: ToolCall, names: ToolNames): string | undefined {
  if (rule.problem !== undefined) return rule.problem;
  const { argument } = rule;
  if (argument === undefined) return undefined;
  const input = readInput(call, argument, names);
  if (input.problem !== undefined) return input.problem;
  for (const value of input.values) {
    const objection = objectToValue(argument, value, names);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

function objectToValue(argument: ToolArgument, value: string, names: ToolNames): string | undefined {
  if (argument.kind === "path-glob") return objectToPath(argument, value, names.root);
  if (argument.kind === "domain") return objectToUrl(argument, value);
  if (argument.kind === "text")
    return value === argument.text ? undefined : "the input differs from the rule";
  const { argv, reason } = parseCommand(value);
  if (argv === undefined) return `the command is not one plain command: ${reason}`;
  const spelled = argument.argv.length;
  if (!argument.argv.every((word, at) => word === argv[at])) return "the command differs from the rule";
  if (argument.kind === "command-exact")
    return argv.length === spelled ? undefined : "the command has additional words";
  return programRisk(argv, spelled);
}
