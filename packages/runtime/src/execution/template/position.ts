/** A place in a source; both are one-based. */
export interface TemplatePosition {
  readonly line: number;
  readonly column: number;
}

/** Line and column of an offset. */
export function positionAt(source: string, at: number): TemplatePosition {
  return positions(source)(at);
}

/** Lines and columns of many offsets: the lines are counted once. */
export function positions(source: string): (at: number) => TemplatePosition {
  const starts = [0];
  for (let end = source.indexOf("\n"); end >= 0; end = source.indexOf("\n", end + 1)) starts.push(end + 1);
  return (at) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 };
  };
}
