/** Two numbers that identify a piece in the model file, so that no piece has to be stored as text. */
export interface Fingerprint {
  first: number;
  second: number;
}

/** Writes the fingerprint of `text.slice(start, end)` to `into`; inside a word it differs from that at the start. */
export function takeFingerprint(
  text: string,
  start: number,
  end: number,
  inside: boolean,
  into: Fingerprint,
): void {
  let first = inside ? 0x9747b28c : 0x811c9dc5;
  let second = inside ? 0x85ebca6b : 0x27d4eb2f;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x5bd1e995);
    second ^= second >>> 15;
  }
  first ^= first >>> 16;
  into.first = Math.imul(first, 0x85ebca6b) >>> 0;
  into.second = second >>> 0;
}
