import { MAX_KEYS } from "./limits.ts";
import { parseAnyYaml } from "./parse-any-yaml.ts";
import { foldedText, quote, repairLines } from "./repair-lines.ts";

/** A repaired text. Every line keeps its number, so that positions stay valid. */
export interface Repair {
  readonly source: string;
  /** Fields that could not be repaired and were dropped. */
  readonly lost: readonly string[];
}

/** The lines of one top-level field; `key` is undefined for lines before the first field. */
interface Block {
  readonly key: string | undefined;
  /** The text after the colon, trimmed. */
  readonly value: string;
  readonly lines: readonly string[];
}

/**
 * Repairs common mistakes field by field: a valid field is not touched, an invalid one is quoted, and one that cannot
 * be repaired is dropped. Undefined if the intended meaning is unclear.
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
    const fixed = state === "good" ? block.lines : repairBlock(block);
    if (fixed === undefined) lost.push(block.key ?? "the text before the first field");
    repaired.push(fixed ?? block.lines.map(() => ""));
  }
  return { source: repaired.flat().join("\n"), lost };
}

/**
 * A field starts in the first column with `key:`. The space after the colon may be missing, but `http://` is not a key.
 */
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

/** Good: parses as exactly this field. Dangerous: contains what frontmatter must not contain, so nothing is guessed. */
function stateOf(block: Block, lines: readonly string[]): "good" | "broken" | "dangerous" {
  const { map, problems } = parseAnyYaml(lines.join("\n"));
  if (map === undefined) return isMistake(problems[0]?.code) ? "broken" : "dangerous";
  const [first, second] = map.entries;
  return second === undefined && (first === undefined || first.key === block.key) ? "good" : "broken";
}

/** Typing mistakes are repaired; limits, forbidden constructs and duplicate keys are not. */
export function isMistake(code: string | undefined): boolean {
  return code === "format.yaml-invalid" || code === "format.not-a-mapping";
}

const QUOTES = `"'`;

function isOpenQuote({ value, lines }: Block): boolean {
  const sign = value[0] ?? " ";
  if (!QUOTES.includes(sign)) return false;
  return !value.includes(sign, 1) && !lines.slice(1).some((line) => line.includes(sign));
}

/** The last field with a line that ends in this quote character: fields cannot be separated inside an open quote. */
function lastClosing(blocks: readonly Block[], sign: string): number {
  return blocks.findLastIndex((block) => block.lines.some((line) => line.trimEnd().endsWith(sign)));
}

function repairBlock(block: Block): readonly string[] | undefined {
  return candidates(block).find((lines) => stateOf(block, lines) === "good");
}

/** Possible repairs, most likely first. */
function candidates({ key, value, lines }: Block): readonly (readonly string[])[] {
  if (key === undefined) return [];
  const [, ...rest] = lines;
  const oneLine = (text: string) => [`${key}: ${text}`, ...rest.map(() => "")];
  const isFlow = value.startsWith("[") || value.startsWith("{");
  if (/^[|>][-+0-9]*$/.test(value)) {
    return [[`${key}: ${value}`, ...rest.map((line) => `  ${line.trimEnd()}`)]];
  }
  if (rest.some((line) => line.trim() !== "")) {
    return [value === "" || isFlow ? repairLines(lines) : oneLine(quote(foldedText([value, ...rest])))];
  }
  const closed = value.startsWith("[") ? [oneLine(`${value}]`)] : [];
  return [oneLine(value), ...closed, oneLine(quote(foldedText([value])))];
}
