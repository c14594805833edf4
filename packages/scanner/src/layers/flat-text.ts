import { indexOfStart, type Layer } from "./layer.ts";

/** A text as a reader of prose sees it: lower case, single spaces, without marks of emphasis. */
export interface FlatText {
  readonly text: string;
  /** Line of the file of an offset into the flat text. */
  lineAt(offset: number): number;
  /** The words of the text, to find out quickly what cannot match. */
  readonly words: ReadonlySet<string>;
  /** True if it contains a script other than Latin. */
  readonly isForeign: boolean;
}

/** Flattens a layer, so that line breaks, padding and emphasis inside a sentence change nothing. */
export function flatten(layer: Layer): FlatText {
  const parts: string[] = [];
  const starts: number[] = [];
  const lines: number[] = [];
  let length = 0;
  let offset = 0;
  for (const line of layer.text.split("\n")) {
    let clean = line.trim();
    if (clean !== "") {
      if (/^[>#*+\d-]/.test(clean)) clean = clean.replace(/^(?:[>#*+-][ \t>#*+-]*|\d{1,3}[.)][ \t])/, "");
      // One tilde is a home directory, two of them strike something out.
      if (/[`*[\]"“”‘’]|~~/.test(clean)) clean = clean.replace(/[`*[\]"“”‘’]+|~~+/g, "");
      if (/[\t\u00a0\r]| {2}/.test(clean)) clean = clean.replace(/\s+/g, " ").trim();
      clean = clean.toLowerCase();
    }
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
  const isForeign = /[\u0400-\u04ff\u3040-\u9fff\uac00-\ud7af]/.test(text);
  return { text, lineAt, words: new Set(text.match(/[a-zà-ÿ_\u0400-\u04ff]{2,40}/g) ?? []), isForeign };
}
