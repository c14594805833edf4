/** Orders strings by UTF-16 code unit, independent of the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The known word that is closest to a mistyped one; undefined if none is close. */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  const typed = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - typed.length) >= bestDistance) continue;
    const distance = editDistance(typed, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Edit distance in which a swap of neighbours counts once. Stops at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (last[column - 1] ?? limit) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? limit) + 1);
      current.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest >= limit) return limit;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? limit;
}

/** Quotes words for a sentence: `"a", "b"`. */
export function quoteAll(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(", ");
}

/** `1,204`. */
export function formatNumber(value: number): string {
  return value < 1000 ? String(value) : String(value).replace(/\B(?=(?:\d{3}){1,9}$)/g, ",");
}

/** `1 skill`, `42 skills`. */
export function formatCount(value: number, one: string, many: string = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}
