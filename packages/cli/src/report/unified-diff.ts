/** A line of a diff. */
interface DiffRow {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/** Unchanged lines around a change. */
const CONTEXT = 3;

/** More changed lines than this are shown as removed and added, without looking for common ones. */
const MAX_CELLS = 1_000_000;

/** The difference of two texts in unified format, without the lines that name the files; empty if they are equal. */
export function unifiedDiff(before: string, after: string): readonly string[] {
  if (before === after) return [];
  return hunksOf(rowsOf(linesOf(before), linesOf(after))).flatMap(writeHunk);
}

function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  return lines.at(-1) === ""
    ? lines.slice(0, -1)
    : [...lines.slice(0, -1), `${lines.at(-1)} (no newline at the end)`];
}

function rowsOf(old: readonly string[], now: readonly string[]): readonly DiffRow[] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end))
    end += 1;
  const row = (mark: DiffRow["mark"]) => (text: string) => ({ mark, text });
  return [
    ...old.slice(0, start).map(row(" ")),
    ...compare(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(row(" ")),
  ];
}

/** The longest common subsequence is kept, everything else is removed or added. */
function compare(old: readonly string[], now: readonly string[]): readonly DiffRow[] {
  const row = (mark: DiffRow["mark"]) => (text: string) => ({ mark, text });
  if (old.length * now.length > MAX_CELLS) return [...old.map(row("-")), ...now.map(row("+"))];
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (y: number, x: number) => common[y * width + x] ?? 0;
  for (let y = old.length - 1; y >= 0; y -= 1)
    for (let x = now.length - 1; x >= 0; x -= 1)
      common[y * width + x] = old[y] === now[x] ? at(y + 1, x + 1) + 1 : Math.max(at(y + 1, x), at(y, x + 1));
  const rows: DiffRow[] = [];
  let [y, x] = [0, 0];
  while (y < old.length || x < now.length) {
    if (y < old.length && x < now.length && old[y] === now[x]) {
      rows.push({ mark: " ", text: old[y] ?? "" });
      y += 1;
      x += 1;
    } else if (y < old.length && (x >= now.length || at(y + 1, x) >= at(y, x + 1))) {
      rows.push({ mark: "-", text: old[y] ?? "" });
      y += 1;
    } else {
      rows.push({ mark: "+", text: now[x] ?? "" });
      x += 1;
    }
  }
  return rows;
}

interface Hunk {
  readonly rows: readonly DiffRow[];
  /** Number of the first line before and after, starting at 1. */
  readonly old: number;
  readonly now: number;
}

function hunksOf(rows: readonly DiffRow[]): readonly Hunk[] {
  const isNear = rows.map(() => false);
  for (const [at, { mark }] of rows.entries())
    if (mark !== " ") isNear.fill(true, Math.max(0, at - CONTEXT), Math.min(rows.length, at + CONTEXT + 1));
  const hunks: Hunk[] = [];
  let [old, now] = [1, 1];
  let open: { rows: DiffRow[]; old: number; now: number } | undefined;
  for (const [at, row] of rows.entries()) {
    if (isNear[at] === true) {
      if (open === undefined) {
        open = { rows: [], old, now };
        hunks.push(open);
      }
      open.rows.push(row);
    } else open = undefined;
    if (row.mark !== "+") old += 1;
    if (row.mark !== "-") now += 1;
  }
  return hunks;
}

function writeHunk({ rows, old, now }: Hunk): readonly string[] {
  const count = (without: DiffRow["mark"]) => rows.filter(({ mark }) => mark !== without).length;
  const range = (start: number, length: number) => `${length === 0 ? start - 1 : start},${length}`;
  const head = `@@ -${range(old, count("+"))} +${range(now, count("-"))} @@`;
  return [head, ...rows.map(({ mark, text }) => `${mark}${text}`)];
}
