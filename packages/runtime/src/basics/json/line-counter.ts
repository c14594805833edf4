/** Gives the one-based line of each place in a text; places have to be asked for in the order of the text. */
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
