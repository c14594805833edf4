import { lineCounter } from "../basics/json/line-counter.ts";
import { scanJson } from "../basics/json/scan-json.ts";

/** A duplicate key of an object in a JSON text, with its one-based line. */
export interface RepeatedKey {
  readonly key: string;
  readonly line: number;
}

/** Messages are objects, alone or in an array; deeper keys do not matter. */
const MAX_DEPTH = 2;

/** The first duplicate key in a valid JSON text. A parsed object keeps only the last one. */
export function repeatedKey(text: string): RepeatedKey | undefined {
  const open: Set<string>[] = [];
  const lineOf = lineCounter(text);
  let found: RepeatedKey | undefined;
  scanJson(text, {
    open: () => open.push(new Set()),
    close: () => open.pop(),
    key: (start, end) => {
      const keys = open.at(-1);
      if (found !== undefined || keys === undefined || open.length > MAX_DEPTH) return;
      const key = String(JSON.parse(text.slice(start, end)));
      if (keys.has(key)) found = { key, line: lineOf(start) };
      keys.add(key);
    },
  });
  return found;
}
