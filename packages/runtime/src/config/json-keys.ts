/** A key of a JSON text and where it stands. */
export interface JsonKey {
  /** The keys that lead to it, itself the last. */
  readonly path: readonly string[];
  /** One-based. */
  readonly line: number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:\n]/g;

/** Settings of settings; nobody asks for deeper ones. */
const MAX_DEPTH = 2;

/** The keys of a valid JSON text as they are written; a parsed object has forgotten the order of keys like "123". */
export function jsonKeys(text: string): readonly JsonKey[] {
  const keys: JsonKey[] = [];
  const path: string[] = [];
  let line = 1;
  let last = { text: "", line };
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "\n") line += 1;
    else if (token === "{" || token === "[") path.push("");
    else if (token === "}" || token === "]") path.pop();
    else if (token !== ":") last = { text: String(JSON.parse(token)), line };
    else if (path.length <= MAX_DEPTH) {
      path.splice(-1, 1, last.text);
      keys.push({ path: [...path], line: last.line });
    }
  }
  return keys;
}
