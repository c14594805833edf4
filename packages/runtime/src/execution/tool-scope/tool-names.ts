import { KNOWN_TOOLS } from "./known-tools.ts";
import type { ToolInput, ToolNames } from "./tool-rule.ts";

const COMMAND: ToolInput = {
  kind: "command",
  fields: ["command", "cmd"],
  besides: [
    "description",
    "explanation",
    "goal",
    "is_background",
    "isBackground",
    "requires_approval",
    "run_in_background",
    "timeout",
    "timeout_ms",
  ],
};
const FILE: ToolInput = {
  kind: "path",
  fields: ["file_path", "path", "filePath", "target_file", "absolute_path"],
};

/** Tools whose input is known by default. Search tools are excluded, because their pattern can leave their path. */
const DEFAULT_INPUTS: ReadonlyMap<string, ToolInput> = new Map<string, ToolInput>([
  ["Bash", COMMAND],
  ["PowerShell", { kind: "text", fields: ["command"] }],
  ["Read", FILE],
  ["Write", FILE],
  ["Edit", FILE],
  ["MultiEdit", FILE],
  ["NotebookEdit", { kind: "path", fields: ["notebook_path"] }],
  ["WebFetch", { kind: "url", fields: ["url"] }],
  ["Skill", { kind: "text", fields: ["skill", "name", "skill_name"], takesArguments: true }],
]);

/** All names of a tool, its own first: the known ones, and those that the host defines. A skill cannot define any. */
export function namesOf(tool: string, names: ToolNames): readonly string[] {
  const groups = [
    ...Object.entries(names.aliases ?? {}).map(([name, others]) => [name, ...others]),
    ...KNOWN_TOOLS,
  ];
  const all = new Set([tool]);
  // The host may give a new name to a tool that has other known names.
  for (const group of groups)
    if (group.some((name) => all.has(name))) for (const name of group) all.add(name);
  return [...all];
}

/** How a tool takes its input; undefined if unknown. */
export function inputOf(tool: string, names: ToolNames): ToolInput | undefined {
  const given = new Map(Object.entries(names.inputs ?? {}));
  const all = namesOf(tool, names);
  for (const table of [given, DEFAULT_INPUTS]) {
    const known = all.find((name) => table.has(name));
    if (known !== undefined) return table.get(known);
  }
  return undefined;
}

/**
 * True if a rule's tool is this tool: the same name, including case, or a `*` in place of a segment between `__` or at
 * the end. `mcp__server` means every tool of that server. A rest with a further `__` could belong to a server with a
 * longer name and does not match.
 */
export function namesTool(pattern: string, tool: string): boolean {
  if (pattern === "*" || pattern === tool) return true;
  const wanted = segmentsOf(pattern);
  const actual = tool.split("__");
  return (
    wanted.length === actual.length && wanted.every((part, at) => segmentMatches(part, actual[at] ?? ""))
  );
}

/** The same for a denying rule: true for everything that the pattern could mean. */
export function mayNameTool(pattern: string, tool: string): boolean {
  const star = pattern.indexOf("*");
  if (star >= 0) return tool.startsWith(pattern.slice(0, star));
  return pattern === tool || (pattern.startsWith("mcp__") && tool.startsWith(`${pattern}__`));
}

function segmentsOf(pattern: string): readonly string[] {
  const segments = pattern.split("__");
  return segments[0] === "mcp" && segments.length === 2 ? [...segments, "*"] : segments;
}

function segmentMatches(pattern: string, segment: string): boolean {
  if (pattern === "*") return segment !== "";
  return pattern.endsWith("*") ? segment.startsWith(pattern.slice(0, -1)) : pattern === segment;
}
