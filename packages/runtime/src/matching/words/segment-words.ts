let segmenter: Intl.Segmenter | undefined;

/** Calls back for each word of a run of letters that are written without spaces; false where no words can be told apart here. */
export function segmentWords(run: string, visit: (word: string, start: number) => void): boolean {
  if (typeof Intl.Segmenter !== "function") return false;
  segmenter ??= new Intl.Segmenter("th", { granularity: "word" });
  for (const { segment, index, isWordLike } of segmenter.segment(run)) {
    if (isWordLike === true) visit(segment, index);
  }
  return true;
}
