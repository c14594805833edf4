import type { Tokenizer } from "../ports.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { linesOutsideFences } from "./markdown-lines.ts";

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
  readonly tokens: number;
}

/** The headings of a Markdown body with the tokens of each section; headings inside code fences do not count. */
export function outlineOf(body: string, tokenizer: Tokenizer = estimateTokens): readonly OutlineSection[] {
  const marks: { title: string; depth: number; start: number }[] = [];
  for (const line of linesOutsideFences(body)) {
    const mark = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(line.text);
    const depth = mark?.[1]?.length;
    if (mark !== null && depth !== undefined) {
      marks.push({ title: headingTitle(line.text.slice(mark[0].length)), depth, start: line.start });
    }
  }
  const first = marks[0]?.start ?? body.length;
  if (body.slice(0, first).trim() !== "") marks.unshift({ title: "", depth: 0, start: 0 });
  const keys = uniqueKeys(marks.map((mark) => mark.title));
  return marks.map((mark, index) => {
    const end = marks[index + 1]?.start ?? body.length;
    return { ...mark, key: keys[index] ?? "", end, tokens: tokenizer(body.slice(mark.start, end)) };
  });
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
