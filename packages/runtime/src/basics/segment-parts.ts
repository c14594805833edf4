/** No word is that long, and the time of a segmenter grows with the square of its text. */
const PART = 1_024;

/** A word, or what is between two words. */
interface Segment {
  readonly text: string;
  readonly start: number;
  readonly isWord: boolean;
}

/** The segments of a run of letters without spaces. A long run is segmented in parts, which may cut a word in two. */
export function* segmentParts(run: string, segmenter: Intl.Segmenter): Generator<Segment> {
  for (let from = 0; from < run.length; ) {
    const isCut = /[\ud800-\udbff]/.test(run[from + PART - 1] ?? "");
    const end = from + PART + (isCut ? 1 : 0);
    for (const { segment, index, isWordLike } of segmenter.segment(run.slice(from, end)))
      yield { text: segment, start: from + index, isWord: isWordLike === true };
    from = end;
  }
}
