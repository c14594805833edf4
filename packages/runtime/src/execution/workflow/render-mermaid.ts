import type { GraphNode, WorkflowGraph } from "./graph-workflow.ts";

const MAX_LABEL = 60;

/** A workflow graph as a Mermaid flowchart. Text of the workflow is escaped. */
export function renderMermaid({ nodes, edges, output, inputs }: WorkflowGraph): string {
  const top = nodes.filter(({ group }) => group === undefined);
  const lines = ["flowchart TD"];
  if (inputs.length > 0) lines.push(`  inputs_[/"${plain(`inputs: ${inputs.join(", ")}`)}"/]`);
  for (const node of top) lines.push(...nodeLines(node, nodes, "  "));
  const [first] = top;
  const last = top.at(-1);
  if (inputs.length > 0 && first !== undefined) lines.push(`  inputs_ --> ${idOf(first.id)}`);
  for (const { from, to, kind } of edges) {
    if (kind === "next") lines.push(`  ${idOf(from)} --> ${idOf(to)}`);
    else if (!isNext(from, to)) lines.push(`  ${idOf(from)} -.-> ${idOf(to)}`);
  }
  if (last !== undefined) lines.push('  output_[/"output"/]', `  ${idOf(last.id)} --> output_`);
  for (const id of output ?? []) if (id !== last?.id) lines.push(`  ${idOf(id)} -.-> output_`);
  return `${lines.join("\n")}\n`;

  function isNext(from: string, to: string): boolean {
    return edges.some((edge) => edge.kind === "next" && edge.from === from && edge.to === to);
  }
}

function nodeLines(node: GraphNode, nodes: readonly GraphNode[], indent: string): readonly string[] {
  if (node.kind !== "steps") return [`${indent}${idOf(node.id)}${shapeOf(node)}`];
  const inner = nodes.filter(({ group }) => group === node.id);
  return [
    `${indent}subgraph ${idOf(node.id)}["${labelOf(node)}"]`,
    ...inner.flatMap((each) => nodeLines(each, nodes, `${indent}  `)),
    `${indent}end`,
  ];
}

/** Questions to a person are hexagons, skills are boxes with double sides, model calls are rounded. */
function shapeOf(node: GraphNode): string {
  const label = `"${labelOf(node)}"`;
  if (node.kind === "approve" || node.kind === "ask") return `{{${label}}}`;
  if (node.kind === "skill") return `[[${label}]]`;
  return node.kind === "prompt" || node.kind === "wait" ? `(${label})` : `[${label}]`;
}

function labelOf({ id, kind, label, effect, if: condition, for: loop }: GraphNode): string {
  const lines = [
    `${id}${kind === "steps" ? "" : `: ${kind} ${label}`}`,
    ...(loop === undefined ? [] : [`for ${loop}`]),
    ...(condition === undefined ? [] : [`if ${condition}`]),
    ...(effect === "write" ? ["writes"] : []),
  ];
  return lines.map(plain).join("<br/>");
}

/** Ids such as `end` are words of Mermaid. */
function idOf(id: string): string {
  return `s_${id}`;
}

function plain(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, " ").trim();
  const short = line.length > MAX_LABEL ? `${line.slice(0, MAX_LABEL - 1)}…` : line;
  return short.replace(/[^\p{L}\p{N} .,:_/()+-]/gu, (character) => `#${character.codePointAt(0)};`);
}
