import { baseName } from "../../basics/paths.ts";
import { mayBeDomain } from "./domain.ts";
import { parseCommand } from "./parse-command.ts";
import { mayBePath } from "./path-pattern.ts";
import { programRisk } from "./program-risk.ts";
import { readInput } from "./read-input.ts";
import { mayNameTool, namesOf } from "./tool-names.ts";
import type { ToolArgument, ToolCall, ToolNames, ToolRule } from "./tool-rule.ts";

/**
 * True unless a denying rule certainly does not apply to this call. It errs in the opposite direction of `matchesRule`:
 * an invalid rule blocks its whole tool, and a command that cannot be parsed could be the forbidden one.
 */
export function blocksCall(rule: ToolRule, call: ToolCall, names: ToolNames): boolean {
  if (!mayConcernTool(rule, call, names)) return false;
  const { argument } = rule;
  if (argument === undefined) return true;
  const input = readInput(call, argument, names);
  return input.values === undefined || input.values.some((value) => mayBe(argument, value, names));
}

/** True if a denying rule blocks every call of a tool. */
export function blocksTool(rule: ToolRule, tool: string, names: ToolNames): boolean {
  return rule.argument === undefined && mayConcernTool(rule, { name: tool }, names);
}

function mayConcernTool(rule: ToolRule, call: Pick<ToolCall, "name">, names: ToolNames): boolean {
  return rule.tool !== "" && namesOf(call.name, names).some((name) => mayNameTool(rule.tool, name));
}

function mayBe(argument: ToolArgument, value: string, names: ToolNames): boolean {
  if (argument.kind === "path-glob") return mayBePath(argument, value, names.root);
  if (argument.kind === "domain") return mayBeDomain(argument, value);
  if (argument.kind === "text") return value.trim().toLowerCase() === argument.text.toLowerCase();
  return mayBeCommand(argument.argv, value);
}

/** True if the forbidden words occur in order, with anything between them, or the command could run another one. */
function mayBeCommand(forbidden: readonly string[], text: string): boolean {
  const { argv } = parseCommand(text);
  if (argv === undefined || programRisk(argv, 1) !== undefined) return true;
  const [program = "", ...words] = forbidden;
  if (baseName(argv[0] ?? "").toLowerCase() !== baseName(program).toLowerCase()) return false;
  let found = 0;
  for (const word of argv.slice(1)) if (word === words[found]) found += 1;
  return found === words.length;
}
