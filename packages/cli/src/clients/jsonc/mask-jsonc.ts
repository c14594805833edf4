import type { JsonDocument, JsonNode } from "@knowhow/runtime/toolkit";

/** A range of a text, `[start, end)`. */
export type MaskRange = readonly [start: number, end: number];

/** A text without string values and comments outside some ranges. Line breaks are kept. */
export function maskJsonc(
  text: string,
  { root, comments }: JsonDocument,
  shown: readonly MaskRange[],
): string {
  const strings = root === undefined ? [] : stringsIn(text, root);
  const secrets = [...strings, ...comments.map(({ start, end }): MaskRange => [start, end])]
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

function stringsIn(text: string, node: JsonNode): readonly MaskRange[] {
  if (node.kind === "object") return node.members.flatMap(({ value }) => stringsIn(text, value));
  if (node.kind === "array") return node.items.flatMap((item) => stringsIn(text, item));
  return text[node.start] === '"' ? [[node.start, node.end]] : [];
}

function masked(token: string): string {
  if (token.startsWith("//")) return "// …";
  return token.startsWith("/*") ? `/* …${token.replace(/[^\n]+/g, "")} */` : '"…"';
}
