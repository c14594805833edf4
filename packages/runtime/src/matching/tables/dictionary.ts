/** Sorted words in the format of the disk: their UTF-8 bytes concatenated, and the end of each. */
export interface Dictionary {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const PAIRED = /[\ud800-\udfff]/;

/** Sorts different words. */
export function orderWords(words: Iterable<string>): {
  readonly words: readonly string[];
  readonly dictionary: Dictionary;
} {
  const ordered = [...words].sort();
  // Beyond the first 65,536 code points, UTF-16 and UTF-8 sort differently.
  if (ordered.some((word) => PAIRED.test(word))) ordered.sort(compareCodePoints);
  const ends = new Uint32Array(ordered.length);
  const bytes = encoder.encode(ordered.join(""));
  let end = 0;
  for (const [id, word] of ordered.entries()) {
    end += lengthOf(word);
    ends[id] = end;
  }
  return { words: ordered, dictionary: { bytes, ends } };
}

export function wordAt({ bytes, ends }: Dictionary, id: number): string {
  return decoder.decode(bytes.subarray(id === 0 ? 0 : ends[id - 1], ends[id]));
}

/** The id of a word, by binary search; undefined if it is missing. */
export function findWord({ bytes, ends }: Dictionary, word: string): number | undefined {
  const wanted = isPlain(word) ? undefined : encoder.encode(word);
  let low = 0;
  let high = ends.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const start = middle === 0 ? 0 : (ends[middle - 1] ?? 0);
    const end = ends[middle] ?? 0;
    const order =
      wanted === undefined ? comparePlain(word, bytes, start, end) : compareBytes(wanted, bytes, start, end);
    if (order === 0) return middle;
    if (order > 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** True for most words, in which each character is one byte. */
function isPlain(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) > 127) return false;
  return true;
}

function comparePlain(wanted: string, bytes: Uint8Array, start: number, end: number): number {
  const shared = Math.min(wanted.length, end - start);
  for (let at = 0; at < shared; at += 1) {
    const difference = wanted.charCodeAt(at) - (bytes[start + at] ?? 0);
    if (difference !== 0) return difference;
  }
  return wanted.length - (end - start);
}

function compareBytes(wanted: Uint8Array, bytes: Uint8Array, start: number, end: number): number {
  const shared = Math.min(wanted.length, end - start);
  for (let at = 0; at < shared; at += 1) {
    const difference = (wanted[at] ?? 0) - (bytes[start + at] ?? 0);
    if (difference !== 0) return difference;
  }
  return wanted.length - (end - start);
}

function compareCodePoints(a: string, b: string): number {
  const others = [...b];
  let at = 0;
  for (const sign of a) {
    const other = others[at];
    if (other === undefined) return 1;
    if (sign !== other) return (sign.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
    at += 1;
  }
  return at - others.length;
}

/** Number of bytes of a word. */
function lengthOf(word: string): number {
  return isPlain(word) ? word.length : encoder.encode(word).length;
}
