import { indexOfStart, type Layer } from "./layer.ts";
import { readableLines } from "./readable-lines.ts";

/** A text as a reader of prose sees it: lower case, single spaces, without marks of emphasis. */
export interface FlatText {
  readonly text: string;
  /** Line of the file of an offset into the flat text. */
  lineAt(offset: number): number;
  /** The words of the text, to find out quickly what cannot match. */
  readonly words: ReadonlySet<string>;
  /** True if it contains a script other than Latin. */
  readonly isForeign: boolean;
  /** True if a line of a fenced code block stands between two offsets. */
  hasCode(from: number, to: number): boolean;
}

/** Flattens a layer, so that line breaks, padding and emphasis inside a sentence change nothing. */
export function flatten(layer: Layer): FlatText {
  const parts: string[] = [];
  const starts: number[] = [];
  const lines: number[] = [];
  const code: boolean[] = [];
  let length = 0;
  let fence = "";
  let offset = 0;
  const sources = layer.text.split("\n");
  for (const [at, readable] of readableLines(sources, layer.text).entries()) {
    let clean = readable.trim();
    const mark = /^[`~>]/.test(clean) ? (/^[> \t]{0,9}(`{3,20}|~{3,20})/.exec(clean)?.[1] ?? "") : "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence)) fence = "";
    // Nobody sees the language of a code block.
    if (mark !== "" && /^[> \t`~]{3,40}[\w+-]{0,20}$/.test(clean)) clean = "";
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
      code.push(fence !== "");
      length += clean.length + 1;
    }
    offset += (sources[at] ?? "").length + 1;
  }
  const text = parts.join(" ");
  const lineAt = (at: number) => lines[indexOfStart(starts, at)] ?? 1;
  const hasCode = (from: number, to: number) => {
    for (let at = indexOfStart(starts, from); at < starts.length && (starts[at] ?? to) < to; at += 1)
      if (code[at] === true) return true;
    return false;
  };
  return {
    text,
    lineAt,
    words: new Set(text.match(/[a-zß-\u036f_\u0400-\u04ff\u1e00-\u1eff]{2,40}/g) ?? []),
    isForeign: /[\u0370-\u0fff\u3040-\u9fff\uac00-\ud7af]/.test(text),
    hasCode,
  };
}
