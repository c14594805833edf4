import { NO_TOOLS } from "../skill.ts";
import { isNull, resolveScalar, toJson, type YamlNode } from "./yaml/nodes.ts";

/** A scalar's source text, trimmed; undefined for null, lists and mappings. */
export function readText(node: YamlNode): string | undefined {
  if (node.kind !== "scalar" || isNull(node)) return undefined;
  const text = node.text.trim();
  return text === "" ? undefined : text;
}

/**
 * A string such as `[file] [page]`. Authors often omit the quotes, so a list in brackets is read as its source text.
 */
export function readHint(node: YamlNode): string | undefined {
  if (node.kind !== "list" || !node.flow) return readText(node);
  const items = readList(node);
  return items === undefined ? undefined : `[${items.join(", ")}]`;
}

/** `true`, `yes`, `on` and their opposites, quoted or not; undefined for anything else. */
export function readFlag(node: YamlNode): boolean | undefined {
  if (node.kind !== "scalar") return undefined;
  const text = node.text.trim().toLowerCase();
  if (text === "true" || text === "yes" || text === "on") return true;
  if (text === "false" || text === "no" || text === "off") return false;
  return undefined;
}

/** A list of strings: a YAML list of scalars, or one string with commas; empty parts are dropped. */
export function readList(node: YamlNode): readonly string[] | undefined {
  if (node.kind === "map") return undefined;
  if (node.kind === "list") {
    const items = node.items.map(readText);
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (isNull(node)) return undefined;
  return node.text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Globs: a list, or one string with commas; text in braces stays together. */
export function readGlobs(node: YamlNode): readonly string[] | undefined {
  if (node.kind !== "scalar" || !node.text.includes("{")) return readList(node);
  return splitOutside(node.text, "{", "}", /[{},]/g).map((part) => part.trim());
}

/** A list of phrases, which may contain commas: a YAML list of scalars, or one string. */
export function readPhrases(node: YamlNode): readonly string[] | undefined {
  if (node.kind === "list") return readList(node);
  const text = readText(node);
  return text === undefined ? undefined : [text];
}

/** Tool rules: a list, or a string separated by spaces or commas; text in parentheses stays together. */
export function readTools(node: YamlNode): readonly string[] | undefined {
  if (node.kind === "list") return readList(node);
  const text = readText(node);
  if (text === undefined) return node.kind === "scalar" ? [] : undefined;
  return splitTools(text);
}

/** Tool rules of a list that allows them: an empty one allows nothing. */
export function readAllowedTools(node: YamlNode): readonly string[] | undefined {
  const tools = readTools(node);
  return tools?.length === 0 ? [NO_TOOLS] : tools;
}

/** A fast path for most lists: single spaces between tools, and none in parentheses. */
const SIMPLE_TOOLS = /^[^\s,()]+(?:\([^\s,()]*\))?(?: [^\s,()]+(?:\([^\s,()]*\))?)*$/;

/** Splits `Bash(git add, git commit) Read` at spaces and commas outside parentheses. */
export function splitTools(text: string): readonly string[] {
  if (SIMPLE_TOOLS.test(text)) return text.split(" ");
  if (!text.includes("(")) return text.split(/[\s,]+/).filter((tool) => tool !== "");
  return splitOutside(text, "(", ")", /[(),\s]/g);
}

/** Splits a text at separators outside brackets; `marks` finds both. Empty parts are dropped. */
function splitOutside(text: string, open: string, close: string, marks: RegExp): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (mark === open) depth += 1;
    else if (mark === close) depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      if (index > start) parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  if (start < text.length) parts.push(text.slice(start));
  return parts;
}

/** Any value, as JSON; undefined for null. */
export function readJson(node: YamlNode): unknown {
  return isNull(node) ? undefined : toJson(node);
}

/** Steps of a workflow: a list, or a mapping by name or with a list in it. */
export function readSteps(node: YamlNode): unknown {
  return node.kind === "scalar" ? undefined : toJson(node);
}

/** Inputs: a list, a mapping, or a usage line such as `<title> [tag]`. */
export function readInputs(node: YamlNode): unknown {
  return node.kind === "scalar" && typeof resolveScalar(node) !== "string" ? undefined : toJson(node);
}

/** The kind of a node, for messages. */
export function kindOf(node: YamlNode): string {
  if (node.kind === "list") return "a list";
  if (node.kind === "map") return "a mapping";
  const value = resolveScalar(node);
  if (value === null) return "empty";
  return typeof value === "string" ? "a string" : `a ${typeof value}`;
}
