import type { Tokenizer } from "../../ports.ts";
import { escapeXml, fence, onePath } from "../escape-text.ts";

/** The text of a context file. */
export interface ContextText {
  readonly path: string;
  readonly text: string;
}

/** The context as text for the model, and the files that did not fit. */
export interface WrittenContext {
  readonly text: string;
  /** Paths of the files of which only the beginning fits. */
  readonly shortened: readonly string[];
  /** Paths of the files that do not fit at all. */
  readonly omitted: readonly string[];
}

const HEADING =
  "## Instructions from context files\nFrom general to specific. If two of them disagree, follow the later one.";

/** More characters per token than any tokenizer needs, so that a huge text is not counted again and again. */
const CHARACTERS_PER_TOKEN = 16;

/**
 * Renders context files, most general first, each marked with its path, in at most `budget` tokens. The most specific
 * files get their space first; a file that does not fit is cut after a line.
 */
export function writeContext(
  files: readonly ContextText[],
  budget: number,
  count: Tokenizer,
): WrittenContext {
  const filled = files.filter(({ text }) => text.trim() !== "");
  const pieces = new Map<string, string>();
  const shortened: string[] = [];
  const render = (more: ReadonlyMap<string, string> = new Map()): string => {
    const shown = filled.flatMap(({ path }) => more.get(path) ?? pieces.get(path) ?? []);
    const left = filled.filter(({ path }) => !more.has(path) && !pieces.has(path));
    const names = left.map(({ path }) => escapeXml(onePath(path))).join(", ");
    const rest = left.length === 0 ? [] : [`(Not included, because there is no space: ${names})`];
    return [HEADING, ...shown, ...rest].join("\n\n");
  };
  const fits = (path: string, piece: string) => count(render(new Map([[path, piece]]))) <= budget;

  for (const { path, text } of filled.toReversed()) {
    const whole = element(path, text.trim());
    const isTooLong = whole.length > budget * CHARACTERS_PER_TOKEN;
    if (!isTooLong && fits(path, whole)) {
      pieces.set(path, whole);
      continue;
    }
    const lines = text
      .trim()
      .slice(0, budget * CHARACTERS_PER_TOKEN)
      .split("\n");
    const cut = (length: number) => element(path, lines.slice(0, length).join("\n"), true);
    const length = largest(lines.length - 1, (tried) => fits(path, cut(tried)));
    if (length === 0) continue;
    pieces.set(path, cut(length));
    shortened.push(path);
  }
  const isShown = ({ path }: ContextText) => pieces.has(path);
  return {
    text: filled.some(isShown) ? render() : "",
    shortened: shortened.toReversed(),
    omitted: filled.filter((file) => !isShown(file)).map(({ path }) => path),
  };
}

function element(path: string, text: string, isCut = false): string {
  const more = isCut ? "\n(The rest of this file is not included, because there is no space.)" : "";
  return `<context_file path="${escapeXml(onePath(path))}">\n${fence(text)}\n</context_file>${more}`;
}

/** The largest number from 1 to `most` that passes, or 0; if one passes, all smaller ones do. */
function largest(most: number, passes: (number: number) => boolean): number {
  let [low, high] = [0, Math.max(0, most)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
