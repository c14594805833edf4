import type { Screen, Style } from "./screen.ts";
import { cutToWidth, padToWidth, widthOf } from "./width.ts";

export interface Column<Row> {
  readonly title: string;
  /** The cell's text, already safe for a terminal. */
  cell(row: Row): string;
  readonly align?: "left" | "right";
  style?(row: Row): Style | undefined;
}

const GAP = "  ";
/** However long names are, this much is left for the last column. */
const LEAST_LAST = 32;
const LEAST_WIDTH = 8;

/** Rows below titles, as wide as their widest cells; the last column is cut where the screen ends. */
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

/** The last column takes what the others leave; when that is too little, the widest of them gives way. */
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
