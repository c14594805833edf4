/** Unchanged lines around a change. */
const CONTEXT = 2;

/** More changed lines than this are shown as removed and added, without looking for common ones. */
const MAX_COMPARED = 1_000;

/** The changed lines of a text with `+` and `-`, and a few unchanged ones around them; `…` for those that are left out. */
export function diffLines(before: string, after: string): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end))
    end += 1;
  const head = old.slice(Math.max(0, start - CONTEXT), start).map((line) => `  ${line}`);
  const tail = old.slice(old.length - end, old.length - end + CONTEXT).map((line) => `  ${line}`);
  const middle = compare(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return [...(start > CONTEXT ? ["…"] : []), ...head, ...middle, ...tail, ...(end > CONTEXT ? ["…"] : [])];
}

function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** The longest common subsequence is kept, everything else is removed or added. */
function compare(old: readonly string[], now: readonly string[]): readonly string[] {
  if (old.length * now.length > MAX_COMPARED * MAX_COMPARED)
    return [...old.map((line) => `- ${line}`), ...now.map((line) => `+ ${line}`)];
  const common = old.map(() => now.map(() => 0));
  const at = (row: number, column: number) => common[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const cells = common[row];
      if (cells === undefined) continue;
      cells[column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  const lines: string[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    if (row < old.length && old[row] === now[column]) {
      lines.push(`  ${old[row]}`);
      row += 1;
      column += 1;
    } else if (row < old.length && (column >= now.length || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(`- ${old[row]}`);
      row += 1;
    } else {
      lines.push(`+ ${now[column]}`);
      column += 1;
    }
  }
  return lines;
}
