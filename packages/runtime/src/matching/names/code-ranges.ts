/** A range of a text; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The fenced blocks and inline code of a Markdown text, in order; an unclosed fence extends to the end. */
export function codeRanges(text: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let fence = "";
  let fenceStart = 0;
  let paragraph = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline + 1;
    const line = text.slice(start, end);
    const run = fenceOf(line);
    if (fence !== "") {
      if (run.startsWith(fence) && line.trim() === run) {
        ranges.push({ start: fenceStart, end });
        fence = "";
        paragraph = end;
      }
    } else if (run !== "" || line.trim() === "") {
      ranges.push(...inlineRanges(text, paragraph, start));
      paragraph = end;
      fence = run;
      fenceStart = start;
    }
    start = end;
  }
  ranges.push(
    ...(fence === ""
      ? inlineRanges(text, paragraph, text.length)
      : [{ start: fenceStart, end: text.length }]),
  );
  return ranges;
}

/** The backticks or tildes that open or close a block, or an empty string. */
function fenceOf(line: string): string {
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line);
  const run = mark?.[1] ?? "";
  const isInline = run.startsWith("`") && line.includes("`", mark?.[0].length);
  return isInline ? "" : run;
}

/**
 * Inline code ends at the next run of equally many backticks in the same paragraph; a run without a partner is text.
 */
function inlineRanges(text: string, start: number, end: number): readonly TextRange[] {
  const runs = [...text.slice(start, end).matchAll(/`+/g)].map((match) => ({
    start: start + match.index,
    length: match[0].length,
  }));
  const partners = new Map<number, number>();
  const later = new Map<number, number>();
  for (const [index, run] of [...runs.entries()].toReversed()) {
    const partner = later.get(run.length);
    if (partner !== undefined) partners.set(index, partner);
    later.set(run.length, index);
  }
  const ranges: TextRange[] = [];
  for (let index = 0; index < runs.length; index += 1) {
    const open = runs[index];
    const partner = partners.get(index);
    const close = partner === undefined ? undefined : runs[partner];
    if (open === undefined || partner === undefined || close === undefined) continue;
    if (text[open.start - 1] === "\\") continue;
    ranges.push({ start: open.start, end: close.start + close.length });
    index = partner;
  }
  return ranges;
}
