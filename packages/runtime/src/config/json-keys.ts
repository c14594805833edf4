import { lineCounter } from "../basics/json/line-counter.ts";
import { scanJson } from "../basics/json/scan-json.ts";

/** A key in a JSON text and its line. */
export interface JsonKey {
  /** The path to the key, including itself. */
  readonly path: readonly string[];
  /** One-based. */
  readonly line: number;
}

/** Deeper keys are not needed. */
const MAX_DEPTH = 2;

/**
 * The keys of a valid JSON text in the order in which they are written. A parsed object does not keep the order of keys
 * like "123".
 */
export function jsonKeys(text: string): readonly JsonKey[] {
  const keys: JsonKey[] = [];
  const path: string[] = [];
  const lineOf = lineCounter(text);
  scanJson(text, {
    open: () => path.push(""),
    close: () => path.pop(),
    key: (start, end) => {
      if (path.length > MAX_DEPTH) return;
      path.splice(-1, 1, String(JSON.parse(text.slice(start, end))));
      keys.push({ path: [...path], line: lineOf(start) });
    },
  });
  return keys;
}
