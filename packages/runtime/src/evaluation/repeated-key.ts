import { lineCounter } from "../basics/json/line-counter.ts";
import { scanJson } from "../basics/json/scan-json.ts";

/** A key that one object of a JSON text has twice, and its one-based line. */
export interface RepeatedKey {
  readonly key: string;
  readonly line: number;
}

/** Messages are objects, alone or in an array; deeper keys do not matter. */
const MAX_DEPTH = 2;

/** The first key of a valid JSON text that its object has already; a parsed object has forgotten all but the last. */
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
