/** Returns a function from an index to its one-based line. Indexes must be passed in ascending order. */
export function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (at) => {
    while (next >= 0 && next < at) {
      line += 1;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  };
}
