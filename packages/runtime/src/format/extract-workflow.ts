import { parseWithPositions } from "./parse-skill-md.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";
import type { YamlMap } from "./yaml/nodes.ts";

/** A SKILL.md whose workflow was moved to a file of its own. */
export interface ExtractedWorkflow {
  readonly skillMd: string;
  /** The moved lines, with their comments. */
  readonly workflow: string;
}

/** The text, or the reason why the workflow cannot be moved. */
export type Extraction =
  | ({ readonly ok: true } & ExtractedWorkflow)
  | { readonly ok: false; readonly reason: string };

/** The fields that are moved. */
const MOVED = ["inputs", "steps", "output", "refine"];

/**
 * Moves the workflow out of the frontmatter line by line, so that comments and spelling are kept, and names the new file in
 * `metadata.workflow`.
 */
export function extractWorkflow(text: string, file: string): Extraction {
  const { yaml } = splitFrontmatter(text);
  const { value: md } = parseWithPositions(text);
  if (yaml === undefined || !md.hasFrontmatter) return refuse("the frontmatter cannot be read");
  if (md.yaml !== yaml) return refuse("the frontmatter is not valid YAML; fix it first");
  if (md.map.flow) return refuse("the frontmatter is written in braces");
  const steps = md.map.entries.find(({ key }) => key === "steps");
  if (steps === undefined) return refuse("there are no `steps` at the top level of the frontmatter");
  const lines = text.split("\n");
  const end = md.place(yaml.length).line - 1;
  const blocks = blocksOf(md.map, lines, { end, lineOf: (at) => md.place(at).line - 1 });
  const moved = blocks.filter(({ key }) => MOVED.includes(key));
  const isMoved = (line: number) => moved.some(({ from, to }) => line >= from && line < to);
  const cr = lines[0]?.endsWith("\r") === true ? "\r" : "";
  const kept = lines.flatMap((line, index) => [
    ...(index === moved[0]?.from ? metadataBlock(md.map, file, cr) : []),
    ...(isMoved(index) ? [] : [line]),
    ...(index === metadataLine(blocks, md.map)
      ? [`${indentOf(md.map, lines, md)}workflow: ${file}${cr}`]
      : []),
  ]);
  const workflow = moved.flatMap(({ from, to }) => lines.slice(from, to)).join("\n");
  return { ok: true, skillMd: kept.join("\n"), workflow: `${workflow.trimEnd()}\n` };
}

function refuse(reason: string): Extraction {
  return { ok: false, reason };
}

/** The lines of one field, with the comments above it. */
interface FieldLines {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

function blocksOf(
  map: YamlMap,
  lines: readonly string[],
  { end, lineOf }: { readonly end: number; readonly lineOf: (at: number) => number },
): readonly FieldLines[] {
  const starts = map.entries.map(({ keyAt }) => {
    let from = lineOf(keyAt);
    while (/^#/.test(lines[from - 1] ?? "")) from -= 1;
    return from;
  });
  return map.entries.map(({ key }, index) => ({
    key,
    from: starts[index] ?? end,
    to: starts[index + 1] ?? end,
  }));
}

/** A new `metadata`, unless there is one. */
function metadataBlock(map: YamlMap, file: string, cr: string): readonly string[] {
  if (map.entries.some(({ key }) => key === "metadata")) return [];
  return [`metadata:${cr}`, `  workflow: ${file}${cr}`];
}

/** The line after which `workflow` is added to an existing `metadata`; one in braces is left alone. */
function metadataLine(blocks: readonly FieldLines[], map: YamlMap): number | undefined {
  const metadata = map.entries.find(({ key }) => key === "metadata")?.value;
  if (metadata?.kind !== "map" || metadata.flow) return undefined;
  if (metadata.entries.some(({ key }) => key === "workflow")) return undefined;
  const block = blocks.find(({ key }) => key === "metadata");
  return block === undefined ? undefined : block.to - 1;
}

function indentOf(
  map: YamlMap,
  lines: readonly string[],
  { place }: { readonly place: (at: number) => { readonly line: number; readonly column: number } },
): string {
  const metadata = map.entries.find(({ key }) => key === "metadata")?.value;
  const first = metadata?.kind === "map" ? metadata.entries[0] : undefined;
  if (first === undefined) return "  ";
  const { line, column } = place(first.keyAt);
  return lines[line - 1]?.slice(0, column - 1) ?? "  ";
}
