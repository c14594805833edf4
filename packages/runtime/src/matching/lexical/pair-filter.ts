/** Bits per pair, which give about one false positive in fifty. */
const BITS = 10;
const HASHES = 3;

/** A hash of two neighbouring terms. */
export function pairHash(first: string, second: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < first.length; at += 1) hash = Math.imul(hash ^ first.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ 0x1f, 0x01000193);
  for (let at = 0; at < second.length; at += 1) hash = Math.imul(hash ^ second.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** A Bloom filter of a skill's neighbouring terms, in a few hundred bytes. */
export function pairFilter(pairs: ReadonlySet<number>): Uint32Array {
  const words = new Uint32Array(Math.ceil((pairs.size * BITS) / 32));
  for (const pair of pairs) {
    for (let turn = 0; turn < HASHES; turn += 1) {
      const bit = bitOf(pair, turn, words.length * 32);
      words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }
  return words;
}

/** True if the filter between two positions of `words` contains a pair. */
export function hasPair(words: Uint32Array, start: number, end: number, pair: number): boolean {
  if (end <= start) return false;
  for (let turn = 0; turn < HASHES; turn += 1) {
    const bit = bitOf(pair, turn, (end - start) * 32);
    if ((((words[start + (bit >>> 5)] ?? 0) >>> (bit & 31)) & 1) === 0) return false;
  }
  return true;
}

function bitOf(pair: number, turn: number, bits: number): number {
  let mixed = Math.imul(pair ^ Math.imul(turn + 1, 0x9e3779b9), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % bits;
}
