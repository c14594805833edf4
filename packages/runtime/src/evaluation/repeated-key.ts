/** A key that one object of a JSON text has twice, and its one-based line. */
export interface RepeatedKey {
  readonly key: string;
  readonly line: number;
}

/** Messages are objects, alone or in an array; nobody asks for deeper ones. */
const MAX_DEPTH = 2;

/** The first key of a valid JSON text that its object has already; a parsed object has forgotten all but the last. */
export function repeatedKey(text: string): RepeatedKey | undefined {
  const open: Set<string>[] = [];
  let line = 1;
  let last = { start: 0, end: 0 };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "\n") line += 1;
    else if (sign === '"') {
      const end = endOfText(text, at);
      last = { start: at, end };
      at = end - 1;
    } else if (sign === "{" || sign === "[") open.push(new Set());
    else if (sign === "}" || sign === "]") open.pop();
    else if (sign === ":" && open.length <= MAX_DEPTH) {
      const key = String(JSON.parse(text.slice(last.start, last.end)));
      const keys = open.at(-1);
      if (keys?.has(key) === true) return { key, line };
      keys?.add(key);
    }
  }
  return undefined;
}

/** Behind the closing quote of the text that opens here. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
