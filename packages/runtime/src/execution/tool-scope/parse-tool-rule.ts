import { parseDomain } from "./domain.ts";
import { parseCommand } from "./parse-command.ts";
import { parsePathPattern } from "./path-pattern.ts";
import { inputOf } from "./tool-names.ts";
import type { ToolArgument, ToolInput, ToolNames, ToolRule } from "./tool-rule.ts";

const MAX_LENGTH = 1_024;

type Parsed<T> = { readonly value: T } | { readonly problem: string };

/**
 * Parses one rule: `Read`, `mcp__server__*`, `Bash(git log:*)`, `Edit(src/**)`, `WebFetch(domain:example.com)`. Never
 * throws: an invalid rule is kept with the reason, and never interpreted as a broader one.
 */
export function parseToolRule(source: string, names: ToolNames = {}): ToolRule {
  const text = source.trim();
  const open = text.indexOf("(");
  const tool = open < 0 ? text : text.slice(0, open);
  if (text.length > MAX_LENGTH) {
    return { source, tool: tool.slice(0, MAX_LENGTH), problem: `it is longer than ${MAX_LENGTH} characters` };
  }
  const misnamed = problemOfName(tool);
  if (misnamed !== undefined) return { source, tool: readablePart(tool), problem: misnamed };
  if (open < 0) return { source, tool };
  if (!text.endsWith(")")) return { source, tool, problem: "its parenthesis is not closed at the end" };
  const inside = text.slice(open + 1, -1).trim();
  if (inside === "*") return { source, tool };
  const argument = parseArgument(inside, tool, inputOf(tool, names));
  return "problem" in argument
    ? { source, tool, problem: argument.problem }
    : { source, tool, argument: argument.value };
}

function problemOfName(tool: string): string | undefined {
  if (tool === "") return "it names no tool";
  if (/[\s()\p{C}]/u.test(tool))
    return "the tool's name has a space, a parenthesis or an invisible character";
  if (!tool.includes("*")) return undefined;
  const segments = tool.split("__");
  const misplaced = segments.some((segment, at) => {
    const star = segment.indexOf("*");
    return star >= 0 && segment !== "*" && !(at === segments.length - 1 && star === segment.length - 1);
  });
  return misplaced ? "`*` must be a whole segment or come at the end of the tool's name" : undefined;
}

/** The part of an invalid name that a denying rule can still use: up to the first invalid character. */
function readablePart(tool: string): string {
  return /^[^\s()*\p{C}]*\*?/u.exec(tool)?.[0] ?? "";
}

function parseArgument(inside: string, tool: string, input: ToolInput | undefined): Parsed<ToolArgument> {
  if (inside === "") return { problem: "its parentheses are empty" };
  if (tool.includes("*")) return { problem: "a tool's name with `*` takes no argument" };
  if (input === undefined) return { problem: `it is unknown which input of ${tool} the argument applies to` };
  if (input.kind === "command") return parseCommandRule(inside);
  if (input.kind === "path") return parsePathPattern(inside);
  if (input.kind === "url") return parseDomain(inside);
  // Claude Code: `Skill(name *)` is the skill with any arguments; arguments are not part of a load here.
  const text = input.takesArguments === true ? inside.replace(/(?::| )\*$/, "") : inside;
  if (/[*()\p{C}]/u.test(text)) return { problem: `an argument of ${tool} must be literal, without \`*\`` };
  return { value: { kind: "text", text } };
}

/** `git log:*` and `git log *` are prefixes of whole words; anything else is the whole command. */
function parseCommandRule(inside: string): Parsed<ToolArgument> {
  const prefix = inside.endsWith(":*") || inside.endsWith(" *") ? inside.slice(0, -2) : undefined;
  const { argv, reason } = parseCommand(prefix ?? inside);
  if (argv === undefined) return { problem: `its command cannot be used: ${reason}` };
  if (argv.some((word) => /[,:]$/.test(word)))
    return { problem: "a word of its command ends in a comma or a colon; write one rule per command" };
  return { value: { kind: prefix === undefined ? "command-exact" : "command-prefix", argv } };
}
