import { skipComment, skipTrivia, stringEnd } from "./parse-jsonc.ts";

/** What a string or a comment begins with. */
const OPENING = /"|\/[/*]/g;

/** A text that parses, with every value and comment outside of some stretches left out. Lines stay lines. */
export function maskJsonc(text: string, shown: readonly (readonly [start: number, end: number])[]): string {
  const parts: string[] = [];
  let done = 0;
  for (;;) {
    OPENING.lastIndex = done;
    const at = OPENING.exec(text)?.index;
    if (at === undefined) return parts.join("") + text.slice(done);
    const end = stringEnd(text, at) ?? skipComment(text, at);
    const isShown = shown.some(([from, to]) => at >= from && at < to);
    parts.push(text.slice(done, at), isShown ? text.slice(at, end) : masked(text, at, end));
    done = end;
  }
}

function masked(text: string, start: number, end: number): string {
  const token = text.slice(start, end);
  if (token.startsWith("//")) return "// …";
  if (token.startsWith("/*")) return `/* …${token.replace(/[^\n]+/g, "")} */`;
  return text[skipTrivia(text, end)] === ":" ? token : '"…"';
}
