import { isSpace, scanTokens, skipSpace } from "./scan-tokens.ts";
import { SourceProblem } from "./source-problem.ts";
import type { SourcePiece } from "./token.ts";

/** Cuts a source into text, expressions and tags in one pass. Comments, `raw` and the `-` of white space control are resolved here. */
export function scanTemplate(source: string): readonly SourcePiece[] {
  const pieces: SourcePiece[] = [];
  let at = 0;
  // A `-` before the text at `at` removed the white space at its start.
  let trimNext = false;
  const addText = (from: number, to: number, trimEnd: boolean): void => {
    const start = trimNext ? Math.min(skipSpace(source, from), to) : from;
    let end = to;
    if (trimEnd) while (end > start && isSpace(source.charCodeAt(end - 1))) end -= 1;
    if (end > start) pieces.push({ kind: "text", text: source.slice(start, end), at: start });
  };
  while (at < source.length) {
    const open = findOpening(source, at);
    addText(at, open, source.charAt(open + 2) === "-");
    if (open >= source.length) break;
    const mark = source.charAt(open + 1);
    if (mark === "#") {
      const close = source.indexOf("#}", open + 2);
      if (close < 0) throw new SourceProblem(open, '"{#" is never closed', 'close it with "#}"');
      trimNext = close > open + 2 && source.charAt(close - 1) === "-";
      at = close + 2;
      continue;
    }
    const sign = source.charAt(open + 2);
    const start = open + (sign === "-" || sign === "+" ? 3 : 2);
    const { tokens, end } = scanTokens(source, start, mark === "{" ? "}}" : "%}");
    trimNext = source.charAt(end - 3) === "-" && tokens.at(-1)?.text.startsWith("-") === true;
    at = end;
    if (mark === "%" && tokens.length === 2 && tokens[0]?.kind === "name" && tokens[0].text === "raw") {
      const raw = findRawEnd(source, end, open);
      addText(end, raw.start, raw.trimBefore);
      trimNext = raw.trimAfter;
      at = raw.end;
    } else pieces.push({ kind: mark === "{" ? "output" : "tag", tokens, at: open });
  }
  return pieces;
}

/** Offset of the next `{{`, `{%` or `{#`, or the end. */
function findOpening(source: string, from: number): number {
  for (let at = source.indexOf("{", from); at >= 0; at = source.indexOf("{", at + 1)) {
    const next = source.charCodeAt(at + 1);
    if (next === 123 || next === 37 || next === 35) return at;
  }
  return source.length;
}

interface RawEnd {
  readonly start: number;
  readonly end: number;
  readonly trimBefore: boolean;
  readonly trimAfter: boolean;
}

/** The `{% endraw %}` that belongs to a `{% raw %}` at `open`. */
function findRawEnd(source: string, from: number, open: number): RawEnd {
  for (let start = source.indexOf("{%", from); start >= 0; start = source.indexOf("{%", start + 2)) {
    const sign = source.charAt(start + 2);
    const word = skipSpace(source, start + (sign === "-" || sign === "+" ? 3 : 2));
    if (!source.startsWith("endraw", word)) continue;
    const close = skipSpace(source, word + 6);
    const trimAfter = source.charAt(close) === "-";
    const end = trimAfter ? close + 1 : close;
    if (source.startsWith("%}", end)) return { start, end: end + 2, trimBefore: sign === "-", trimAfter };
  }
  throw new SourceProblem(open, '"raw" is never closed', 'close it with "{% endraw %}"');
}
