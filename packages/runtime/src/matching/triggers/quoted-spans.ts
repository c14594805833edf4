import { once } from "../../basics/once.ts";

/** A quotation; its marks are at `start` and at `end - 1`. */
export interface QuotedSpan {
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "„": "“",
  "«": "»",
  "「": "」",
  "『": "』",
  "‘": "’",
  "'": "'",
  "`": "`",
};
const OPENING = /["“„«「『‘'`]/g;
const letter = once(() => /[\p{L}\p{N}]/u);

/** The quotations of a text in order, not nested, each at most `maxLength` long and within one paragraph. */
export function quotedSpans(text: string, maxLength: number): readonly QuotedSpan[] {
  const spans: QuotedSpan[] = [];
  const closers = new Map<string, number>();
  const paragraphs = nextOf(text, "\n\n");
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match !== null; match = OPENING.exec(text)) {
    const { 0: mark, index: start } = match;
    if (!mayOpen(text, start, mark)) continue;
    const close = closingAt(text, start, mark, closers);
    const limit = Math.min(start + maxLength, paragraphs(start));
    if (close < 0 || close > limit || close === start + 1) continue;
    spans.push({ start, end: close + 1, mark });
    OPENING.lastIndex = close + 1;
  }
  return spans;
}

/** A straight quote after a letter is an apostrophe or a unit, and one before a space closes nothing. */
function mayOpen(text: string, at: number, mark: string): boolean {
  if (mark !== "'" && mark !== '"' && mark !== "‘") return true;
  return !isLetter(text, at - 1) && !/\s/.test(text[at + 1] ?? " ");
}

/** Index of the end of the quotation, or -1. Results are cached, so that many open marks take no longer than one. */
function closingAt(text: string, start: number, mark: string, closers: Map<string, number>): number {
  const known = closers.get(mark);
  if (known !== undefined && (known < 0 || known > start)) return known;
  const closing = CLOSING[mark] ?? mark;
  let at = text.indexOf(closing, start + 1);
  const isApostrophe = closing === "'" || closing === "’";
  while (at >= 0 && isApostrophe && isLetter(text, at + 1)) at = text.indexOf(closing, at + 1);
  closers.set(mark, at);
  return at;
}

function isLetter(text: string, at: number): boolean {
  return letter().test(text[at] ?? " ");
}

/** The next index of `part` at or after a position that only moves forward. */
function nextOf(text: string, part: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from && found < text.length) {
      const at = text.indexOf(part, from);
      found = at < 0 ? text.length : at;
    }
    return found;
  };
}
