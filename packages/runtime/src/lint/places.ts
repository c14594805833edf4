/** One-based place in a text; columns count UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Turns offsets of a text into places; the line starts are found once, so many questions stay cheap. */
export function placesIn(text: string, firstLine = 1): (offset: number) => Place {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: firstLine + low, column: offset - (starts[low] ?? 0) + 1 };
  };
}
