import type { Screen, Style } from "./screen.ts";
import { cutToWidth, padToWidth, widthOf } from "./width.ts";

/** One column of a table. */
export interface Column<Row> {
  readonly title: string;
  /** Text of the cell, already sanitised. */
  cell(row: Row): string;
  readonly align?: "left" | "right";
  style?(row: Row): Style | undefined;
}

const GAP = "  ";
/** Minimum width of the last column, however wide the others are. */
const LEAST_LAST = 32;
const LEAST_WIDTH = 8;

/** Formats rows below their titles; a column is as wide as its widest cell, and the last one is cut at the edge of the screen. */
export function formatTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  screen: Screen,
): string {
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

/** The last column gets the remaining width; if that is too little, the widest of the others is narrowed. */
function fitWidths<Row>(
  columns: readonly Column<Row>[],
  texts: readonly (readonly string[])[],
  available: number,
): readonly number[] {
  const widths = columns.slice(0, -1).map((column, index) => widestOf(column.title, texts[index] ?? []));
  const gaps = GAP.length * widths.length;
  const taken = widths.reduce((sum, width) => sum + width, gaps);
  const excess = taken + LEAST_LAST - available;
  if (excess <= 0) return [...widths, available - taken];
  const widest = Math.max(...widths);
  const narrowed = Math.max(LEAST_WIDTH, widest - excess);
  return [
    ...widths.with(widths.indexOf(widest), narrowed),
    Math.max(LEAST_WIDTH, available - taken + widest - narrowed),
  ];
}

function widestOf(title: string, texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), title.length);
}
