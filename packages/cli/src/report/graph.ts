import type { Diagnostic } from "@knowhow/runtime";
import type { GraphNode, WorkflowGraph } from "@knowhow/runtime/authoring";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { cutToWidth, padToWidth, widthOf } from "../terminal/width.ts";
import { diagnosticText } from "./diagnostics.ts";

/** What `graph` draws. */
export interface GraphReport {
  readonly name: string;
  /** Undefined if the workflow cannot be read. */
  readonly graph: WorkflowGraph | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Width of the drawing if the output has none. */
const USUAL_COLUMNS = 80;
const MIN_BOX = 20;

/** The steps as boxes from top to bottom. Steps of a group are inside its box. */
export function reportGraph({ name, graph, diagnostics }: GraphReport, screen: Screen): string {
  const found = diagnostics.map(
    (diagnostic) => `${screen.place(diagnostic.path ?? name)}\n${diagnosticText(diagnostic, screen)}`,
  );
  return [...(graph === undefined ? [] : [draw(graph, screen)]), ...found].join("\n\n");
}

function draw(graph: WorkflowGraph, screen: Screen): string {
  const { inputs, output, nodes } = graph;
  const columns = Math.min(screen.columns, USUAL_COLUMNS);
  const widest = Math.max(
    ...nodes.map((node) => Math.max(...textOf(node, graph).map(widthOf)) + 4 * depthOf(node, nodes)),
  );
  const width = Math.max(MIN_BOX, Math.min(columns, widest + 4));
  const top = nodes.filter(({ group }) => group === undefined);
  const drawing: Drawing = { graph, screen };
  const uses = output === undefined ? [] : output;
  return [
    ...(inputs.length === 0 ? [] : [cut(`inputs: ${inputs.join(", ")}`, columns), CONNECTOR]),
    ...boxes(top, width, drawing),
    CONNECTOR,
    cut(uses.length === 0 ? "output" : `output ← ${uses.join(", ")}`, columns),
  ].join("\n");
}

interface Drawing {
  readonly graph: WorkflowGraph;
  readonly screen: Screen;
}

/** The line between two boxes, below and above their `┬` and `┴`. */
const CONNECTOR = "  │";

function boxes(nodes: readonly GraphNode[], width: number, drawing: Drawing): readonly string[] {
  return nodes.flatMap((node, index) => [...(index === 0 ? [] : [CONNECTOR]), ...box(node, width, drawing)]);
}

function box(node: GraphNode, width: number, drawing: Drawing): readonly string[] {
  const { graph, screen } = drawing;
  const room = width - 4;
  const [title = "", ...more] = textOf(node, graph).map((line) => cut(line, room));
  const inner = graph.nodes.filter(({ group }) => group === node.id);
  const lines = [
    screen.paint("strong", title) + " ".repeat(Math.max(0, room - widthOf(title))),
    ...more.map((line) => screen.paint("faint", padToWidth(line, room))),
    ...boxes(inner, Math.max(MIN_BOX, room), drawing).map((line) => padPainted(line, room)),
  ];
  return [
    `┌─┴${"─".repeat(width - 4)}┐`,
    ...lines.map((line) => `│ ${line} │`),
    `└─┬${"─".repeat(width - 4)}┘`,
  ];
}

/** A line of a nested box is as wide as its room; only the connector is shorter. */
function padPainted(line: string, room: number): string {
  return line === CONNECTOR ? padToWidth(line, room) : line;
}

/** The lines of a step: what it does, then when and how often, and what it uses. */
function textOf(node: GraphNode, { edges }: WorkflowGraph): readonly string[] {
  const { id, kind, label, for: loop, parallel, inputs, effect } = node;
  const steps = edges.filter(({ to, kind: edge }) => edge === "data" && to === id).map(({ from }) => from);
  const uses = [...steps, ...inputs.map((name) => `inputs.${name}`)];
  const lines = [
    kind === "steps" ? id : `${id} · ${kind} ${label}`,
    ...(loop === undefined ? [] : [`for ${loop}${parallel === undefined ? "" : `, ${parallel} at a time`}`]),
    ...(node.if === undefined ? [] : [`if ${node.if}`]),
    ...(effect === "write" ? ["writes"] : []),
    ...(uses.length === 0 ? [] : [`← ${uses.join(", ")}`]),
  ];
  return lines.map((line) => sanitise(line).replace(/\s+/g, " ").trim());
}

function depthOf({ group }: GraphNode, nodes: readonly GraphNode[]): number {
  const outer = nodes.find(({ id }) => id === group);
  return outer === undefined ? 0 : 1 + depthOf(outer, nodes);
}

function cut(text: string, columns: number): string {
  return cutToWidth(sanitise(text), columns);
}
