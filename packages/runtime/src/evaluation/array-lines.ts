import { lineCounter } from "../basics/json/line-counter.ts";
import { scanJson } from "../basics/json/scan-json.ts";

/** The one-based lines on which the elements of a valid JSON array start. */
export function arrayLines(text: string): readonly number[] {
  const lines: number[] = [];
  const lineOf = lineCounter(text);
  let depth = 0;
  const begin = (at: number): void => {
    if (depth === 1) lines.push(lineOf(at));
  };
  scanJson(text, {
    open: (_, at) => {
      begin(at);
      depth += 1;
    },
    close: () => {
      depth -= 1;
    },
    scalar: begin,
  });
  return lines;
}
