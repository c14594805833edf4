import { MAX_KEYS } from "./limits.ts";
import { foldedText, mendLines, quote } from "./mend-lines.ts";
import { parseAnyYaml } from "./parse-any-yaml.ts";

/** A repaired text; each line keeps its number, so that positions stay meaningful. */
export interface Repair {
  readonly source: string;
  /** Fields that could not be mended and were left out. */
  readonly lost: readonly string[];
}

/** The lines of one field at the margin; `key` is undefined for what stands before the first field. */
interface Block {
  readonly key: string | undefined;
  /** What stands behind the colon, without surrounding white space. */
  readonly value: string;
  readonly lines: readonly string[];
}

/**
 * Mends the mistakes people make by hand, field by field: what reads well is not touched, what does not is quoted, and
 * what cannot be mended is left out. Undefined when nobody could tell what was meant.
 */
export function repairYaml(source: string): Repair | undefined {
  if (/^(?:<{7}|={7}|>{7})/m.test(source)) return undefined;
  const blocks = splitBlocks(source);
  if (blocks.length > MAX_KEYS) return undefined;
  const closings = new Map([...QUOTES].map((sign) => [sign, lastClosing(blocks, sign)]));
  const lost: string[] = [];
  const repaired: (readonly string[])[] = [];
  for (const [index, block] of blocks.entries()) {
    const state = stateOf(block, block.lines);
    const closedLater = isOpenQuote(block) && (closings.get(block.value.charAt(0)) ?? -1) > index;
    if (state === "dangerous" || (state === "broken" && closedLater)) return undefined;
    const mended = state === "good" ? block.lines : mend(block);
    if (mended === undefined) lost.push(block.key ?? "the text before the first field");
    repaired.push(mended ?? block.lines.map(() => ""));
  }
  return { source: repaired.flat().join("\n"), lost };
}

/** A field begins at the margin with `key:`; the space behind the colon may be forgotten, but `http://` is no key. */
function splitBlocks(source: string): readonly Block[] {
  const blocks: { key: string | undefined; value: string; lines: string[] }[] = [];
  for (const line of source.split("\n")) {
    const match = /^([A-Za-z_][\w.-]*)[ \t]*:(?![/:])/.exec(line);
    if (match !== null)
      blocks.push({ key: match[1], value: line.slice(match[0].length).trim(), lines: [line] });
    else if (blocks.length === 0) blocks.push({ key: undefined, value: "", lines: [line] });
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks;
}

/** Good: reads as exactly this field. Dangerous: uses what frontmatter must not contain, so nothing is guessed. */
function stateOf(block: Block, lines: readonly string[]): "good" | "broken" | "dangerous" {
  const { map, problems } = parseAnyYaml(lines.join("\n"));
  if (map === undefined) return isMistake(problems[0]?.code) ? "broken" : "dangerous";
  const [first, second] = map.entries;
  return second === undefined && (first === undefined || first.key === block.key) ? "good" : "broken";
}

/** Hand-written mistakes are mended; limits, forbidden constructs and duplicate keys are not guessed around. */
export function isMistake(code: string | undefined): boolean {
  return code === "format.yaml-invalid" || code === "format.not-a-mapping";
}

const QUOTES = `"'`;

function isOpenQuote({ value, lines }: Block): boolean {
  const sign = value[0] ?? " ";
  if (!QUOTES.includes(sign)) return false;
  return !value.includes(sign, 1) && !lines.slice(1).some((line) => line.includes(sign));
}

/** The last field with a line that ends in this sign: a quote opened before it cannot be told apart from fields. */
function lastClosing(blocks: readonly Block[], sign: string): number {
  return blocks.findLastIndex((block) => block.lines.some((line) => line.trimEnd().endsWith(sign)));
}

function mend(block: Block): readonly string[] | undefined {
  return candidates(block).find((lines) => stateOf(block, lines) === "good");
}

/** What may have been meant, most likely first. */
function candidates({ key, value, lines }: Block): readonly (readonly string[])[] {
  if (key === undefined) return [];
  const [, ...rest] = lines;
  const oneLine = (text: string) => [`${key}: ${text}`, ...rest.map(() => "")];
  const isFlow = value.startsWith("[") || value.startsWith("{");
  if (/^[|>][-+0-9]*$/.test(value)) {
    return [[`${key}: ${value}`, ...rest.map((line) => `  ${line.trimEnd()}`)]];
  }
  if (rest.some((line) => line.trim() !== "")) {
    return [value === "" || isFlow ? mendLines(lines) : oneLine(quote(foldedText([value, ...rest])))];
  }
  const closed = value.startsWith("[") ? [oneLine(`${value}]`)] : [];
  return [oneLine(value), ...closed, oneLine(quote(foldedText([value])))];
}
