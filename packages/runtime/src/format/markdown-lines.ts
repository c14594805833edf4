/** A line without its line end, and its offset. */
export interface MarkdownLine {
  readonly text: string;
  readonly start: number;
}

/** The lines of a Markdown text outside fenced code blocks; an unclosed fence extends to the end. */
export function linesOutsideFences(body: string): readonly MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let fence = "";
  for (let start = 0; start < body.length; ) {
    const newline = body.indexOf("\n", start);
    const end = newline < 0 ? body.length : newline;
    const text = body.slice(start, body[end - 1] === "\r" ? end - 1 : end);
    const run = fenceAt(text);
    if (fence !== "") {
      if (run.startsWith(fence) && text.trim() === run) fence = "";
    } else if (run === "") lines.push({ text, start });
    else fence = run;
    start = end + 1;
  }
  return lines;
}

/** The backticks or tildes that open or close a code block, or an empty string. */
function fenceAt(text: string): string {
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text);
  const run = mark?.[1] ?? "";
  const isInline = run.startsWith("`") && text.includes("`", mark?.[0].length);
  return isInline ? "" : run;
}
