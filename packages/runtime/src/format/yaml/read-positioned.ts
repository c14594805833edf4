import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import type { Positioned, PositionedMap } from "../../positioned.ts";
import type { SourcePosition } from "../../workflow.ts";
import { indexLines } from "../line-index.ts";
import { WORKFLOW_LIMITS } from "./limits.ts";
import { resolveScalar, type YamlMap, type YamlNode } from "./nodes.ts";
import { parseYaml } from "./parse-yaml.ts";

/** Larger files are rejected before they are parsed. */
const MAX_CHARACTERS = 256 * 1024;

/** A YAML file with positions, or the problems that prevent reading it. */
export interface PositionedReading {
  readonly map: PositionedMap | undefined;
  /** Next to a map: keys that were dropped. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a YAML file into one mapping with positions. Takes linear time and never throws. */
export function readPositioned(text: string): PositionedReading {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (source.length > MAX_CHARACTERS) return { map: undefined, diagnostics: [tooLarge(source.length)] };
  const { map, problems } = parseYaml(source, WORKFLOW_LIMITS);
  const place = indexLines(source, 1);
  return {
    map: map === undefined ? undefined : positionedMap(map, place),
    diagnostics: problems.map(
      ({ message, at, hint }) =>
        unquotedTemplate(source, at) ?? diagnose("workflow.yaml-invalid", message, { ...place(at), hint }),
    ),
  };
}

function tooLarge(length: number): Diagnostic {
  const { noun, hint } = WORKFLOW_LIMITS;
  const message = `${noun} has ${length} characters; the limit is ${MAX_CHARACTERS}`;
  return diagnose("workflow.yaml-invalid", message, { line: 1, column: 1, hint });
}

/** A value that starts with a template but has no quotes; YAML reads it as a mapping. */
const UNQUOTED = /^[ ]*(?:- +|[\w.-]+: +)+(?=\{[{%])/;

/** If the line of a problem has a template without quotes, that is the problem. */
function unquotedTemplate(source: string, at: number): Diagnostic | undefined {
  const start = source.lastIndexOf("\n", at - 1) + 1;
  const end = source.indexOf("\n", at);
  const before = UNQUOTED.exec(source.slice(start, end < 0 ? undefined : end).slice(0, 1_000))?.[0];
  if (before === undefined) return undefined;
  const message = "a template without quotes: YAML reads `{` as the start of a mapping";
  return diagnose("workflow.yaml-invalid", message, {
    line: indexLines(source, 1)(start).line,
    column: before.length + 1,
    hint: 'put the value in quotes: `"{{ … }}"`',
  });
}

/** A mapping of the YAML parser with positions instead of offsets. */
export function positionedMap(map: YamlMap, place: (at: number) => SourcePosition): PositionedMap {
  return {
    kind: "map",
    at: place(map.at),
    entries: map.entries.map(({ key, keyAt, value }) => {
      const at = place(keyAt);
      return {
        key,
        at,
        value: isEmpty(value) ? { ...positioned(value, place), at } : positioned(value, place),
      };
    }),
  };
}

/** A value that is not written has no place of its own. */
function isEmpty(node: YamlNode): boolean {
  return node.kind === "scalar" && node.text === "" && !node.quoted;
}

function positioned(node: YamlNode, place: (at: number) => SourcePosition): Positioned {
  if (node.kind === "map") return positionedMap(node, place);
  if (node.kind === "list")
    return { kind: "list", at: place(node.at), items: node.items.map((item) => positioned(item, place)) };
  return { kind: "scalar", value: resolveScalar(node), text: node.text, at: place(node.at) };
}
