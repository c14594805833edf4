import type { TextWord } from "./text-words.ts";

/** URLs and paths. The words in them name a location and are not a phrase. */
const PLACE = /:\/\/|^\W*(?:~|\.{1,2})?\/[^/\s]|^\W*[a-z]:\\|\/[^/\s]*\/|\\[^\\\s]*\\/i;
/** A file extension. */
const ENDING = /^(?=.*[a-z])[a-z0-9]{1,5}$/;

/** Marks the words inside a URL, a path or a file name, at which a phrase must not continue. */
export function breakAddresses(text: string, words: readonly TextWord[], breaks: Uint8Array): void {
  for (let first = 0; first < words.length; ) {
    let end = first + 1;
    while (isGlued(text, words[end - 1], words[end])) end += 1;
    if (end - first > 1) breakInside(text, { words, first, end }, breaks);
    first = end;
  }
}

/** True for words with punctuation but no space between them. */
function isGlued(text: string, before: TextWord | undefined, word: TextWord | undefined): boolean {
  if (before?.kind !== "word" || word?.kind !== "word" || word.start === before.end) return false;
  return !/\s/.test(text.slice(before.end, word.start));
}

interface Glued {
  readonly words: readonly TextWord[];
  readonly first: number;
  readonly end: number;
}

function breakInside(text: string, { words, first, end }: Glued, breaks: Uint8Array): void {
  const last = words[end - 1];
  let start = words[first]?.start ?? 0;
  const from = words[first - 1]?.end ?? 0;
  while (start > from && !/\s/.test(text[start - 1] ?? " ")) start -= 1;
  if (PLACE.test(text.slice(start, last?.end))) {
    breaks.fill(1, first + 1, end);
    return;
  }
  const joint = text.slice(words[end - 2]?.end ?? 0, last?.start ?? 0);
  if (joint === "." && ENDING.test(last?.text ?? "")) breaks[end - 1] = 1;
}
