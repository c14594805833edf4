import type { Tokenizer } from "../ports.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { linesOutsideFences, type MarkdownLine } from "./markdown-lines.ts";

/**
 * One heading of a body and the text below it, up to the next heading. Sections do not overlap, so their tokens add up.
 */
export interface OutlineSection {
  /** Unique key derived from the heading: `usage`, `usage-2`. */
  readonly key: string;
  readonly title: string;
  /** 1 to 6; 0 for the text before the first heading. */
  readonly depth: number;
  /** Offsets in the body: the section is `body.slice(start, end)`. */
  readonly start: number;
  readonly end: number;
  /** Offset of the text below the heading. */
  readonly text: number;
  readonly tokens: number;
}

interface Heading {
  readonly title: string;
  readonly depth: number;
  readonly start: number;
  readonly text: number;
}

/** The headings of a Markdown body with the tokens of each section; headings inside code fences do not count. */
export function outlineOf(body: string, tokenizer: Tokenizer = estimateTokens): readonly OutlineSection[] {
  const headings: Heading[] = [...headingsOf(body)];
  const first = headings[0]?.start ?? body.length;
  if (body.slice(0, first).trim() !== "") headings.unshift({ title: "", depth: 0, start: 0, text: 0 });
  const keys = uniqueKeys(headings.map(({ title }) => title));
  return headings.map((heading, index) => {
    const end = headings[index + 1]?.start ?? body.length;
    return { ...heading, key: keys[index] ?? "", end, tokens: tokenizer(body.slice(heading.start, end)) };
  });
}

/** The titles of a body's headings. */
export function headingTitles(body: string): readonly string[] {
  return headingsOf(body).map(({ title }) => title);
}

/** Headings with hashes, and those underlined by a line of `=` or `-`. */
function headingsOf(body: string): readonly Heading[] {
  const headings: Heading[] = [];
  /** The line above, if it is a paragraph of one line. */
  let above: MarkdownLine | undefined;
  let isInside = false;
  for (const line of linesOutsideFences(body)) {
    const mark = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(line.text);
    const depth = mark?.[1]?.length;
    const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(line.text)?.[1];
    if (mark !== null && depth !== undefined) {
      const title = headingTitle(line.text.slice(mark[0].length));
      headings.push({ title, depth, start: line.start, text: nextLine(body, line) });
      above = undefined;
    } else if (underline !== undefined && above !== undefined && nextLine(body, above) === line.start) {
      const title = above.text.trim();
      headings.push({
        title,
        depth: underline.startsWith("=") ? 1 : 2,
        start: above.start,
        text: nextLine(body, line),
      });
      above = undefined;
    } else above = isParagraph(line.text) && !isInside ? line : undefined;
    isInside = above !== undefined || (isInside && isParagraph(line.text));
  }
  return headings;
}

function nextLine(body: string, { start }: MarkdownLine): number {
  const end = body.indexOf("\n", start);
  return end < 0 ? body.length : end + 1;
}

/** A line that an underline can turn into a heading: plain text, not a list item, a quote, a table row or code. */
function isParagraph(text: string): boolean {
  return /^ {0,3}[^\s>|]/.test(text) && !/^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:\s|$)/.test(text);
}

/** The text of a heading without closing hashes. */
function headingTitle(text: string): string {
  const title = text.trim();
  let end = title.length;
  while (title[end - 1] === "#") end -= 1;
  const closes = end === 0 || title[end - 1] === " " || title[end - 1] === "\t";
  return closes ? title.slice(0, end).trimEnd() : title;
}

/** The words of each title joined by hyphens, with the first free number appended if the key is taken. */
function uniqueKeys(titles: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return titles.map((title) => {
    const base = (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join("-") || "top";
    let count = (counts.get(base) ?? 0) + 1;
    let key = count === 1 ? base : `${base}-${count}`;
    while (taken.has(key)) {
      count += 1;
      key = `${base}-${count}`;
    }
    counts.set(base, count);
    taken.add(key);
    return key;
  });
}
