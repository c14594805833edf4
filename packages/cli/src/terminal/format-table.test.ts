import { describe, expect, it } from "vitest";
import { type Column, formatTable } from "./format-table.ts";
import type { Screen } from "./screen.ts";
import { widthOf } from "./width.ts";

interface Row {
  readonly name: string;
  readonly text: string;
}

const columns: readonly Column<Row>[] = [
  { title: "NAME", cell: (row) => row.name },
  { title: "TEXT", cell: (row) => row.text },
];

function screen(width: number): Screen {
  return {
    columns: width,
    quiet: false,
    paint: (_, text) => text,
    place: (path) => path,
    prose: (text) => text,
  };
}

describe("table", () => {
  it("aligns columns below their titles", () => {
    const rows = [
      { name: "pdf", text: "one" },
      { name: "日本", text: "two" },
    ];
    expect(formatTable(columns, rows, screen(80))).toBe("NAME  TEXT\npdf   one\n日本  two");
  });

  it("is never wider than the screen", () => {
    const rows = [
      { name: "n".repeat(60), text: "word ".repeat(40) },
      { name: "short", text: "説明".repeat(40) },
    ];
    for (const line of formatTable(columns, rows, screen(60)).split("\n"))
      expect(widthOf(line)).toBeLessThanOrEqual(60);
  });

  it("keeps half of a narrow screen for the first column, and leaves out optional ones before it cuts", () => {
    const rows = [{ name: "a-name-of-thirty-characters-xx", text: "word ".repeat(40) }];
    const more: readonly Column<Row>[] = [
      { title: "NAME", cell: (row) => row.name },
      { title: "STATE", cell: () => "pending" },
      { title: "LEVEL", cell: () => "project", optional: true },
      { title: "TOKENS", cell: () => "1,234", optional: true },
      { title: "TEXT", cell: (row) => row.text },
    ];
    const [head, line = ""] = formatTable(more, rows, screen(60)).split("\n");
    expect(head).toMatch(/^NAME +STATE +TEXT$/);
    expect(line).toMatch(/^a-name-of-thirty-characters-xx {2}pending {2}word/);
    expect(widthOf(line)).toBeLessThanOrEqual(60);
    expect(formatTable(more, rows, screen(82)).split("\n")[0]).toMatch(/^NAME +STATE +LEVEL +TEXT$/);
    expect(formatTable(more, rows, screen(120)).split("\n")[0]).toMatch(/LEVEL +TOKENS +TEXT$/);
  });

  it("cuts nothing when the output is not a terminal", () => {
    const text = "word ".repeat(100).trim();
    expect(formatTable(columns, [{ name: "a", text }], screen(Number.POSITIVE_INFINITY))).toContain(text);
  });
});
