/** A one-based position in a text. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Returns a function from offsets to positions. Lines are counted once, on the first call. */
export function indexLines(text: string, firstLine: number): (at: number) => TextPlace {
  let starts: readonly number[] | undefined;
  return (at) => {
    starts ??= lineStarts(text);
    const index = lastAtMost(starts, at);
    return { line: firstLine + index, column: at - (starts[index] ?? 0) + 1 };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Index of the last number that is not above the limit, by binary search. */
function lastAtMost(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
