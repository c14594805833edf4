import type { MarkdownParts, Slice } from "./markdown.ts";

/** A reference to a file of the skill in a Markdown text. */
export interface Reference {
  /** The path as written, decoded, without `./`, query and fragment; uses "/". */
  readonly path: string;
  /** A link should be followed; a mention is a path in prose or inline code. */
  readonly form: "link" | "mention";
  /** Offset in the text. */
  readonly at: number;
}

/** The relative file references of a Markdown text, outside fenced examples. */
export function referencesIn({ prose, spans }: MarkdownParts): readonly Reference[] {
  const links = linkTargets(prose);
  const inLinkText = insideOf(links.map((link) => ({ from: linkStart(prose, link.start), to: link.start })));
  const found = [
    ...links.map((link) => toReference(link, "link")),
    ...[{ text: prose, start: 0 }, ...spans].flatMap(mentions).filter(({ at }) => !inLinkText(at)),
  ];
  return found.filter((reference) => reference !== undefined).sort((a, b) => a.at - b.at);
}

/** Offset of a link's `[`; its text often repeats the path. */
function linkStart(prose: string, destination: number): number {
  const before = prose.slice(Math.max(0, destination - 300), destination);
  const bracket = before.lastIndexOf("[");
  return bracket < 0 ? destination : destination - before.length + bracket;
}

/** Tests whether an offset is in one of the sorted ranges. */
function insideOf(
  ranges: readonly { readonly from: number; readonly to: number }[],
): (at: number) => boolean {
  return (at) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.to ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    const range = ranges[low];
    return range !== undefined && range.from < at && at < range.to;
  };
}

/** Destinations of `[text](path)`, `![text](path)` and `[label]: path`; visits each character once. */
function linkTargets(prose: string): readonly Slice[] {
  const targets: Slice[] = [];
  const opener = /\]\([ \t]*|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]+/gm;
  for (let match = opener.exec(prose); match !== null; match = opener.exec(prose)) {
    const start = opener.lastIndex;
    const text = destination(prose.slice(start, start + LONGEST_PATH));
    if (text !== "") targets.push({ text, start });
    opener.lastIndex = start + text.length;
  }
  return targets;
}

const LONGEST_PATH = 512;

/** Markdown: a destination is in angle brackets, or ends at white space or an unbalanced parenthesis. */
function destination(text: string): string {
  if (text.startsWith("<")) return /^<([^<>\n]*)>/.exec(text)?.[1] ?? "";
  let depth = 0;
  let end = 0;
  for (; end < text.length; end += 1) {
    const character = text[end];
    if (character === undefined || /\s/.test(character)) break;
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0) break;
  }
  return text.slice(0, end);
}

function toReference(slice: Slice, form: Reference["form"]): Reference | undefined {
  const path = relativePath(slice.text);
  return path === undefined ? undefined : { path, form, at: slice.start };
}

/** The path of a destination; undefined for URLs, anchors, absolute paths and placeholders. */
function relativePath(destination: string): string | undefined {
  const bare = (destination.split(/[?#]/, 1)[0] ?? "").replace(/:\d+(?:-\d+)?$/, "");
  if (bare === "" || /^(?:[/\\~@]|[A-Za-z][A-Za-z0-9+.-]*:)/.test(bare)) return undefined;
  const path = decoded(bare)
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "");
  if (/[<>{}[\]$*|=,…]|\.\.\./.test(path)) return undefined;
  return /\.[A-Za-z0-9]{1,10}$/.test(path) ? path : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A path of at least two segments with a file extension; ASCII only, so that it is found inside Chinese text. */
const MENTION =
  /(?<![\w/.@~$:}>)\]*\\%+-])(?:\.\/)?(?:[\w.-]+\/)+[\w.-]*\.[A-Za-z0-9]{1,10}(?![\w/*<{$\\(-])/g;

function mentions(slice: Slice): readonly Reference[] {
  return linesWithSlash(slice).flatMap((line) =>
    [...line.text.matchAll(MENTION)].flatMap((match) => {
      const reference = toReference({ text: match[0], start: line.start + match.index }, "mention");
      return reference === undefined ? [] : [reference];
    }),
  );
}

/** Most lines have no slash, and looking for one is much faster than looking for a path. */
function linesWithSlash({ text, start }: Slice): readonly Slice[] {
  const lines: Slice[] = [];
  for (let slash = text.indexOf("/"); slash >= 0; ) {
    const from = text.lastIndexOf("\n", slash) + 1;
    const next = text.indexOf("\n", slash);
    const to = next < 0 ? text.length : next;
    lines.push({ text: text.slice(from, to), start: start + from });
    slash = text.indexOf("/", to);
  }
  return lines;
}
