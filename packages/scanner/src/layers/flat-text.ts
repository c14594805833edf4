import { indexOfStart, type Layer } from "./layer.ts";

/** A text as a reader of prose sees it: lower case, single spaces, without marks of emphasis. */
export interface FlatText {
  readonly text: string;
  /** Line of the file of an offset into the flat text. */
  lineAt(offset: number): number;
  /** The words of the text, to find out quickly what cannot match. */
  readonly words: ReadonlySet<string>;
}

/** Flattens a layer, so that line breaks, padding and emphasis inside a sentence change nothing. */
export function flatten(layer: Layer): FlatText {
  const parts: string[] = [];
  const starts: number[] = [];
  const lines: number[] = [];
  let length = 0;
  let offset = 0;
  for (const line of layer.text.split("\n")) {
    const clean = line
      .replace(/^[ \t]*(?:[>#*+-][ \t>#*+-]*|\d{1,3}[.)][ \t])/, "")
      .replace(/[`*~[\]"“”‘’]+/g, "")
      .replace(/\s+/g, " ")
      .trim()
      .toLowerCase();
    if (clean !== "") {
      starts.push(length);
      lines.push(layer.lineAt(offset));
      parts.push(clean);
      length += clean.length + 1;
    }
    offset += line.length + 1;
  }
  const text = parts.join(" ");
  const lineAt = (at: number) => lines[indexOfStart(starts, at)] ?? 1;
  return { text, lineAt, words: new Set(text.match(/[\p{L}_]{2,40}/gu) ?? []) };
}
