import type { JsonObject } from "@knowhow/runtime/toolkit";

/** The layout of a file, so that additions look like the rest of it. */
export interface Layout {
  /** One level of indentation. */
  readonly unit: string;
  readonly newline: string;
  /** True if the whole file is one line. */
  readonly oneLine: boolean;
}

/** Detects the layout of a file. Default two spaces and a plain newline. */
export function layoutOf(text: string, root: JsonObject | undefined): Layout {
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n";
  const first = root?.members[0];
  if (root === undefined || first === undefined) return { unit: "  ", newline, oneLine: false };
  if (isOnOneLine(text, root))
    return { unit: "  ", newline, oneLine: !/[\r\n]/.test(text.slice(root.start, root.end)) };
  const unit = indentOf(text, first.start).slice(indentOf(text, root.start).length);
  return { unit: unit === "" ? "  " : unit, newline, oneLine: false };
}

/** The indentation of the line that contains an index. */
export function indentOf(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
  return /^[ \t]*/.exec(at === 0 ? "" : text.slice(start, at))?.[0] ?? "";
}

/** True if the members of an object are on the line of its bracket. */
export function isOnOneLine(text: string, { start, end, members }: JsonObject): boolean {
  const [first, last] = [members[0], members.at(-1)];
  if (first === undefined || last === undefined) return false;
  return !/[\r\n]/.test(text.slice(start, first.start) + text.slice(last.value.end, end));
}

/** A value on several lines, the first of which starts after `indent`. */
export function writeLines(value: unknown, indent: string, { unit, newline }: Layout): string {
  return JSON.stringify(value, undefined, unit).replaceAll("\n", `${newline}${indent}`);
}

/** A value on one line: `{"a": 1}` if the rest has spaces after colons, else `{"a":1}`. */
export function writeOnOneLine(value: unknown, spaced: boolean): string {
  if (!spaced || typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => writeOnOneLine(item, true)).join(", ")}]`;
  const members = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}: ${writeOnOneLine(inner, true)}`,
  );
  return `{${members.join(", ")}}`;
}
