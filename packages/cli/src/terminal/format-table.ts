import type { Screen, Style } from "./screen.ts";
import { cutToWidth, padToWidth, widthOf } from "./width.ts";

/** One column of a table. */
export interface Column<Row> {
  readonly title: string;
  /** Text of the cell, already sanitised. */
  cell(row: Row): string;
  readonly align?: "left" | "right";
  style?(row: Row): Style | undefined;
  /** True: left out, the last of them first, if the screen is too narrow for all columns. Default false. */
  readonly optional?: boolean;
}

const GAP = "  ";
/** Minimum width of the last column, however wide the others are. */
const LEAST_LAST = 32;
const LEAST_WIDTH = 8;

/**
 * Formats rows below their titles; a column is as wide as its widest cell, and the last one is cut at the edge of the screen.
 * The first column tells the rows apart, so that it keeps at least half of the screen.
 */
export function formatTable<Row>(
  given: readonly Column<Row>[],
  rows: readonly Row[],
  screen: Screen,
): string {
  const columns = withoutExcess(given, rows, screen.columns);
  const texts = columns.map((column) => rows.map((row) => column.cell(row)));
  const widths = fitWidths(columns, texts, screen.columns);
  const drawn = columns.map((column, index) => {
    const width = widths[index] ?? 0;
    const isLast = index === columns.length - 1;
    const fit = (text: string) => {
      const cut = cutToWidth(text, width);
      return isLast ? cut : padToWidth(cut, width, column.align);
    };
    return [
      screen.paint("faint", fit(column.title)),
      ...rows.map((row, at) => {
        const text = fit(texts[index]?.[at] ?? "");
        const style = column.style?.(row);
        return style === undefined ? text : screen.paint(style, text);
      }),
    ];
  });
  const lines = Array.from({ length: rows.length + 1 }, (_, at) =>
    drawn
      .map((cells) => cells[at])
      .join(GAP)
      .trimEnd(),
  );
  return lines.join("\n");
}

/** Leaves out optional columns until the last one has its minimum width. */
function withoutExcess<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  available: number,
): readonly Column<Row>[] {
  const widths = columns.slice(0, -1).map((column) => widestOf(column.title, rows.map(column.cell)));
  let taken = widths.reduce((sum, width) => sum + width + GAP.length, LEAST_LAST);
  const left = new Set(columns);
  for (let at = widths.length - 1; at > 0 && taken > available; at -= 1) {
    const column = columns[at];
    if (column?.optional !== true) continue;
    left.delete(column);
    taken -= (widths[at] ?? 0) + GAP.length;
  }
  return [...left];
}

/** The last column gets the remaining width; if that is too little, the widest of the others is narrowed, and again. */
function fitWidths<Row>(
  columns: readonly Column<Row>[],
  texts: readonly (readonly string[])[],
  available: number,
): readonly number[] {
  const widths = columns.slice(0, -1).map((column, index) => widestOf(column.title, texts[index] ?? []));
  const leastOf = (index: number) =>
    index === 0 ? Math.max(LEAST_WIDTH, Math.floor(available / 2)) : LEAST_WIDTH;
  const roomOf = () => available - widths.reduce((sum, width) => sum + width + GAP.length, 0);
  for (;;) {
    const excess = LEAST_LAST - roomOf();
    const spare = widths.map((width, index) => width - leastOf(index));
    const most = Math.max(0, ...spare);
    if (excess <= 0 || most === 0) return [...widths, Math.max(LEAST_WIDTH, roomOf())];
    const at = spare.indexOf(most);
    widths[at] = (widths[at] ?? 0) - Math.min(excess, most);
  }
}

function widestOf(title: string, texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), title.length);
}
