import { widthOf } from "./width.ts";

/** Wraps a text at spaces to a width; every line after the first starts with the indent. */
export function wrap(text: string, columns: number, indent = ""): string {
  if (text.length + indent.length <= columns / 2) return text;
  const room = columns - widthOf(indent);
  const lines: string[] = [];
  let line = "";
  let width = 0;
  for (const word of text.split(" ")) {
    const size = widthOf(word);
    if (width > 0 && width + 1 + size > room) {
      lines.push(line);
      line = word;
      width = size;
    } else {
      line = width === 0 ? word : `${line} ${word}`;
      width += size + (width === 0 ? 0 : 1);
    }
  }
  lines.push(line);
  return lines.join(`\n${indent}`);
}
