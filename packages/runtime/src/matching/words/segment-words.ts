import { segmentParts } from "../../basics/segment-parts.ts";

let segmenter: Intl.Segmenter | undefined;

/** Calls `visit` for each word of a run of letters without spaces. Returns false if words cannot be segmented here. */
export function segmentWords(run: string, visit: (word: string, start: number) => void): boolean {
  if (typeof Intl.Segmenter !== "function") return false;
  segmenter ??= new Intl.Segmenter("th", { granularity: "word" });
  for (const { text, start, isWord } of segmentParts(run, segmenter)) if (isWord) visit(text, start);
  return true;
}
