/** A part of a text and its offset. */
export interface Slice {
  readonly text: string;
  readonly start: number;
}

/** A line of fenced code. */
export interface CodeLine extends Slice {
  /** The text after the opening fence, such as `sh`. */
  readonly info: string;
}

/** A Markdown text split by syntax. */
export interface MarkdownParts {
  /** The text with fences, code spans and comments replaced by spaces, so that offsets stay the same. */
  readonly prose: string;
  /** Inline code, without its backticks. */
  readonly spans: readonly Slice[];
  /** Lines of fenced code, without the fence lines. */
  readonly code: readonly CodeLine[];
  /** Comments with their delimiters. */
  readonly comments: readonly Slice[];
}

/** Splits a Markdown text in one pass. A fence counts at any indentation, because lists indent their examples. */
export function markdownParts(text: string): MarkdownParts {
  const spans: (readonly Slice[])[] = [];
  const code: CodeLine[] = [];
  const comments: (readonly Slice[])[] = [];
  const prose: string[] = [];
  let fence: Fence | undefined;
  let nested = 0;
  let inComment = false;
  for (const line of linesOf(text)) {
    const mark = inComment ? undefined : fenceMark(line.text);
    if (fence !== undefined) {
      if (mark?.run.startsWith(fence.run) !== true) code.push({ ...line, info: fence.info });
      else if (mark.info !== "") nested += MARKDOWN.test(fence.info) ? 1 : 0;
      else if (nested > 0) nested -= 1;
      else fence = undefined;
      prose.push(blank(line.text));
    } else if (mark !== undefined) {
      fence = mark;
      prose.push(blank(line.text));
    } else if (!inComment && !/`|<!--/.test(line.text)) {
      prose.push(line.text);
    } else {
      const result = proseLine(line, inComment);
      inComment = result.inComment;
      spans.push(result.spans);
      comments.push(result.comments);
      prose.push(result.prose);
    }
  }
  return { prose: prose.join("\n"), spans: spans.flat(), code, comments: comments.flat() };
}

function linesOf(text: string): readonly Slice[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const slice = { text: line, start };
    start += line.length + 1;
    return slice;
  });
}

interface Fence {
  /** Its backticks or tildes. */
  readonly run: string;
  /** The text after them. */
  readonly info: string;
}

/** Authors nest fences of the same length inside a Markdown example, which CommonMark would end too early. */
const MARKDOWN = /^(?:markdown|md)\b/i;

/** The fence of a line, after quote marks; undefined if there is none. */
function fenceMark(line: string): Fence | undefined {
  const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(line);
  if (mark?.[1] === undefined) return undefined;
  const info = line.slice(mark[0].length).trim();
  return mark[1].startsWith("`") && info.includes("`") ? undefined : { run: mark[1], info };
}

interface ProseLine {
  readonly prose: string;
  readonly spans: readonly Slice[];
  readonly comments: readonly Slice[];
  readonly inComment: boolean;
}

/** Replaces the comments and code spans of one line with spaces. */
function proseLine(line: Slice, startsInComment: boolean): ProseLine {
  const spans: Slice[] = [];
  const comments: Slice[] = [];
  const kept: string[] = [];
  const runs = runsOf(line.text);
  let inComment = startsInComment;
  let at = 0;
  while (at < line.text.length) {
    if (inComment) {
      const close = line.text.indexOf("-->", at);
      const end = close < 0 ? line.text.length : close + 3;
      comments.push({ text: line.text.slice(at, end), start: line.start + at });
      kept.push(" ".repeat(end - at));
      inComment = close < 0;
      at = end;
      continue;
    }
    const next = nextMark(line.text, at);
    kept.push(line.text.slice(at, next));
    at = next;
    if (line.text.startsWith("<!--", at)) {
      inComment = true;
    } else if (at < line.text.length) {
      const width = runLength(line.text, at);
      const close = closerOf(runs, at + width, width);
      const end = close === undefined ? at + width : close + width;
      if (close !== undefined) {
        spans.push({ text: line.text.slice(at + width, close), start: line.start + at + width });
      }
      kept.push(" ".repeat(end - at));
      at = end;
    }
  }
  return { prose: kept.join(""), spans, comments, inComment };
}

function nextMark(line: string, from: number): number {
  const pattern = /`|<!--/g;
  pattern.lastIndex = from;
  return pattern.exec(line)?.index ?? line.length;
}

function runLength(line: string, from: number): number {
  let end = from;
  while (line[end] === "`") end += 1;
  return end - from;
}

/** The backtick runs of a line by width, last one first. */
function runsOf(line: string): ReadonlyMap<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of [...line.matchAll(/`+/g)].reverse()) {
    const starts = runs.get(match[0].length) ?? [];
    starts.push(match.index);
    runs.set(match[0].length, starts);
  }
  return runs;
}

/** Start of the next run of exactly this width. Earlier ones are dropped, so that a line is searched once. */
function closerOf(runs: ReadonlyMap<number, number[]>, from: number, width: number): number | undefined {
  const starts = runs.get(width) ?? [];
  while ((starts.at(-1) ?? from) < from) starts.pop();
  return starts.at(-1);
}

function blank(line: string): string {
  return " ".repeat(line.length);
}
