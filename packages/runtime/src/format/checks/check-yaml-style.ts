import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import type { ParsedSkillMd } from "../parse-skill-md.ts";
import { resolveScalar, type YamlEntry, type YamlNode } from "../yaml/nodes.ts";
import type { Check } from "./check.ts";

/**
 * Valid YAML that a strict parser rejects: the first flow collection, and the first construct outside the MCP subset.
 */
export const checkYamlStyle: Check = (md) => {
  const nodes = md.map.entries.flatMap((entry) => nodesBelow(entry.value));
  const flow = nodes.find((node) => node.kind !== "scalar" && node.flow);
  const odd = firstDefined(nodes, (node) => oddity(node, md.yaml)) ?? oddKey(md.map.entries, nodes);
  return [
    ...(flow === undefined ? [] : [flowStyle(flow, md)]),
    ...(odd === undefined ? [] : [notPortable(odd, md)]),
  ];
};

interface Oddity {
  readonly what: string;
  readonly at: number;
}

/** Constructs that the frontmatter parser of the MCP SDK rejects although YAML allows them. */
function oddity(node: YamlNode, yaml: string): Oddity | undefined {
  const { at } = node;
  if (node.kind !== "scalar") {
    const isOneLine = !node.flow || endOfFlow(yaml, at) <= endOfLine(yaml, at);
    if (!isOneLine) return { what: "a list or mapping in brackets that spans lines", at };
    const pair =
      node.kind === "list" && node.flow ? node.items.find((item) => item.kind === "map") : undefined;
    const hasBarePair = pair !== undefined && yaml[pair.at] !== "{";
    return hasBarePair ? { what: "a `key: value` pair inside a list in brackets", at: pair.at } : undefined;
  }
  if (!node.quoted) {
    return /^[-+]?\.(?:inf|Inf|INF)$|^\.(?:nan|NaN|NAN)$/.test(node.text)
      ? { what: "a number that JSON cannot represent", at }
      : undefined;
  }
  const sign = yaml[at - 1];
  if (sign === '"' || sign === "'") {
    return endOfQuote(yaml, at, sign) > endOfLine(yaml, at)
      ? { what: "a quoted string that spans lines", at }
      : undefined;
  }
  const header = yaml.slice(yaml.lastIndexOf("\n", at - 2) + 1, at);
  return /[|>][-+]?[1-9]/.test(header)
    ? { what: "a block scalar with an indentation indicator", at }
    : undefined;
}

/** A key that YAML parses as a number, a boolean or null. */
function oddKey(entries: readonly YamlEntry[], nodes: readonly YamlNode[]): Oddity | undefined {
  const all = [...entries, ...nodes.flatMap((node) => (node.kind === "map" ? node.entries : []))];
  const odd = all.find(
    ({ key }) => typeof resolveScalar({ kind: "scalar", text: key, quoted: false, at: 0 }) !== "string",
  );
  return odd === undefined ? undefined : { what: "a key that is not a string", at: odd.keyAt };
}

function nodesBelow(node: YamlNode): readonly YamlNode[] {
  if (node.kind === "scalar") return [node];
  const children = node.kind === "list" ? node.items : node.entries.map((entry) => entry.value);
  return [node, ...children.flatMap(nodesBelow)];
}

function firstDefined<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline < 0 ? text.length : newline;
}

/** Index of the quote that closes the one before `from`; the end of the text if its line ends first. */
function endOfQuote(text: string, from: number, sign: string): number {
  for (let at = from; at < text.length && text[at] !== "\n"; at += 1) {
    const isEscaped = sign === '"' ? text[at] === "\\" : text[at] === sign && text[at + 1] === sign;
    if (isEscaped) at += 1;
    else if (text[at] === sign) return at;
  }
  return text.length + 1;
}

/** Index of the bracket that closes the one at `from`; the end of the text if its line ends first. */
function endOfFlow(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length && text[at] !== "\n"; at += 1) {
    const sign = text[at] ?? "";
    const startsQuote = (sign === '"' || sign === "'") && /[\s[{,:]/.test(text[at - 1] ?? "");
    if (startsQuote) at = endOfQuote(text, at + 1, sign);
    else if (sign === "[" || sign === "{") depth += 1;
    else if (sign === "]" || sign === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return text.length + 1;
}

function flowStyle(node: YamlNode, md: ParsedSkillMd): Diagnostic {
  const message = "a list or mapping is written in brackets";
  const hint = "write one `- item` or `key: value` per line";
  return diagnose("format.yaml-flow", message, { ...md.place(node.at), hint });
}

function notPortable({ what, at }: Oddity, md: ParsedSkillMd): Diagnostic {
  const message = `the frontmatter has ${what}, which MCP clients cannot read`;
  const hint = "write it on one line, or as plain `key: value` lines";
  return diagnose("format.yaml-portable", message, { ...md.place(at), hint });
}
