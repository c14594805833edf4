/** The lines, one-based, on which the elements of a valid JSON array begin. */
export function arrayLines(text: string): readonly number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let isNext = false;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (inText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') inText = false;
      continue;
    }
    if (sign === "\n") line += 1;
    if (/\s/.test(sign)) continue;
    if (isNext && sign !== "]") {
      lines.push(line);
      isNext = false;
    }
    if (sign === '"') inText = true;
    else if (sign === "[" || sign === "{") depth += 1;
    else if (sign === "]" || sign === "}") depth -= 1;
    if (depth === 1 && (sign === "," || (sign === "[" && lines.length === 0))) isNext = true;
  }
  return lines;
}
