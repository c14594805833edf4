import type { JsonDocument, JsonNode } from "@knowhow/runtime/toolkit";

/** A stretch of a text: `[start, end)`. */
export type Stretch = readonly [start: number, end: number];

/** A text with every string value and comment outside of some stretches left out. Lines stay lines. */
export function maskJsonc(text: string, { root, comments }: JsonDocument, shown: readonly Stretch[]): string {
  const strings = root === undefined ? [] : stringsIn(text, root);
  const secrets = [...strings, ...comments.map(({ start, end }): Stretch => [start, end])]
    .filter(([start]) => !shown.some(([from, to]) => start >= from && start < to))
    .sort(([a], [b]) => a - b);
  let done = 0;
  const parts = secrets.map(([start, end]) => {
    const before = text.slice(done, start);
    done = end;
    return before + masked(text.slice(start, end));
  });
  return parts.join("") + text.slice(done);
}

function stringsIn(text: string, node: JsonNode): readonly Stretch[] {
  if (node.kind === "object") return node.members.flatMap(({ value }) => stringsIn(text, value));
  if (node.kind === "array") return node.items.flatMap((item) => stringsIn(text, item));
  return text[node.start] === '"' ? [[node.start, node.end]] : [];
}

function masked(token: string): string {
  if (token.startsWith("//")) return "// …";
  return token.startsWith("/*") ? `/* …${token.replace(/[^\n]+/g, "")} */` : '"…"';
}
